/** The test that the page of a task proposes, with the chance that so few cases show a true gain. */
import { escapeMarkdown } from '#document/text/plain-text.ts';
import type { Catalog } from '../../catalog/source/catalog.ts';
import { powerAt } from '../../document/statistics/sample-size.ts';
import type { Task } from './task-line.ts';

/** The error rate of the two-sided test that the page of a task proposes. */
const rate = 0.05;

/** The share of cases, in addition to the gain, that one way of working is assumed to lose by chance and the other to win. */
const alsoLost = 0.1;

/**
 * Returns in how many of 100 tries a test finds a true gain.
 * @param gain the true difference of the two rates of success, from 0 to 1
 */
const foundIn = (cases: number, gain: number): number =>
  Math.round(100 * powerAt(cases, { gain, discordance: gain + alsoLost, rate: rate / 2 }));

/** The sentences on the power of tests: a small test often misses a true gain. */
const chances = [
  'Suppose that the success rate of the alternative is really 30 percentage points higher.',
  `A test on 20 cases then detects the difference in only ${foundIn(20, 0.3)} of 100 tries.`,
  `If the rate is only 10 points higher, such a test detects the difference in ${foundIn(20, 0.1)} of 100 tries.`,
  `A test on 200 cases detects it in ${foundIn(200, 0.1)} of 100 tries.`,
  'So a small test that finds no gain does not show that there is none.',
].join(' ');

/** Writes how to test a task with few cases, and by how much the alternative must win to be kept. */
export function testOf({ test, default: first = 'one agent' }: Task, { contract }: Catalog): string {
  const cases = test ? `${escapeMarkdown(test)} ` : '';
  const rule = contract.some(({ path }) => path === '/docs/tasks.md') ? ' ([why](/docs/tasks.md#6))' : '';
  const keep = `Keep the alternative if it succeeds on at least six cases where ${first} fails, and never fails where ${first} succeeds.`;
  return `${cases}Run ${first} and the alternative on the same cases. ${keep} Anything less may be chance${rule}. ${chances}`;
}
