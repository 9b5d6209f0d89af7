/** The test that the page of a task proposes, and how often so few cases find a true gain. */
import { escapeMarkdown } from '#document/text/plain-text.ts';
import type { Catalog } from '../../catalog/source/catalog.ts';
import { powerAt } from '../../document/statistics/sample-size.ts';
import type { Task } from './task-line.ts';

/** The error rate of the two-sided test on the page of a task. */
const rate = 0.05;

/** The assumed share of cases that one way loses and the other wins by chance, in addition to the gain. */
const alsoLost = 0.1;

/**
 * Returns how often a test finds a true gain, in percent.
 * @param gain the difference of the two rates, from 0 to 1
 */
const foundIn = (cases: number, gain: number): number =>
  Math.round(100 * powerAt(cases, { gain, discordance: gain + alsoLost, rate: rate / 2 }));

/** The sentences on the power of tests: most small tests find nothing. */
const chances =
  `A test on 20 cases finds a true gain of 30 points in ${foundIn(20, 0.3)} of 100 tries, but a gain of 10 points in only ${foundIn(20, 0.1)}. ` +
  `A test on 200 cases finds a gain of 10 points in ${foundIn(200, 0.1)} of 100 tries. So a small test that finds no gain does not show that there is none.`;

/** Writes how to test a task with few cases, and which difference is enough to keep the alternative. */
export function testOf({ test, default: first = 'one agent' }: Task, { contract }: Catalog): string {
  const cases = test ? `${escapeMarkdown(test)} ` : '';
  const rule = contract.some(({ path }) => path === '/docs/tasks.md') ? ' ([why](/docs/tasks.md#6))' : '';
  const keep = `Keep the alternative if it succeeds on at least six cases where ${first} fails, and never fails where ${first} succeeds.`;
  return `${cases}Run ${first} and the alternative on the same cases. ${keep} Anything less may be chance${rule}. ${chances}`;
}
