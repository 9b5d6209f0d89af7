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
  `A small test often misses a real gain. If the alternative really succeeds 30 percentage points more often,`,
  `a test on 20 cases shows this in only ${foundIn(20, 0.3)} of 100 tries. If it succeeds 10 points more often,`,
  `a test on 20 cases shows this in ${foundIn(20, 0.1)} of 100 tries, and a test on 200 cases in ${foundIn(200, 0.1)}.`,
].join(' ');

/** Writes how to test a task with few cases, and by how much the alternative must win to be kept. */
export function testOf({ test, default: first = 'one agent' }: Task, { contract }: Catalog): string {
  const cases = test ? `${escapeMarkdown(test)} ` : '';
  const rule = contract.some(({ path }) => path === '/docs/tasks.md') ? ' ([why](/docs/tasks.md#6))' : '';
  const keep = `Keep the alternative if it succeeds on at least six cases where ${first} fails, and never fails where ${first} succeeds.`;
  return `${cases}Run ${first} and the alternative on the same cases. ${keep} Any smaller lead may be due to chance${rule}. ${chances}`;
}
