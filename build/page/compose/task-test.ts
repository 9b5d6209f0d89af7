/** The test that the page of a task proposes, and how often so few cases find a true gain. */
import { escapeMarkdown } from '#document/text/plain-text.ts';
import type { Catalog } from '../../catalog/source/catalog.ts';
import { powerAt } from '../../document/statistics/sample-size.ts';
import type { Task } from './task-line.ts';

/** The sentence with which every test begins. */
const ruleOfTests = 'Run both ways of working on the same cases';

/** The error rate of the two-sided test on the page of a task. */
const rate = 0.05;

/** So often does one way lose a case that the other wins by chance, beside the gain. */
const alsoLost = 0.1;

/** How often the test finds a true gain, in percent. */
const foundIn = (cases: number, gain: number): number =>
  Math.round(100 * powerAt(cases, { gain, discordance: gain + alsoLost, rate: rate / 2 }));

/** Which chance so many cases have: most small tests find nothing. */
const chances =
  `If the true gain is 30 points, a test on 20 cases finds it in ${foundIn(20, 0.3)} of 100 tries; if it is 10 points, in only ${foundIn(20, 0.1)}. ` +
  `A test on 200 cases finds a gain of 10 points in ${foundIn(200, 0.1)} of 100 tries. So a small test that finds no gain does not show that there is none.`;

/** A test with few cases, and how large a difference says something. */
export function testOf({ test }: Task, { contract }: Catalog): string {
  const cases = test ? `${escapeMarkdown(test)} ` : '';
  const rule = contract.some(({ path }) => path === '/docs/tasks.md') ? ' ([why](/docs/tasks.md#6))' : '';
  const keep =
    'Keep the change if it solves six cases that the first way fails, and fails none that the first way solves';
  return `${cases}${ruleOfTests}. ${keep}; chance may explain a smaller difference${rule}. ${chances}`;
}
