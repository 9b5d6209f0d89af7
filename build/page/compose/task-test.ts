/** The test that the page of a task proposes, with the chance that so few cases show a true gain. */
import { escapeMarkdown } from '#document/text/plain-text.ts';
import type { Catalog } from '../../catalog/source/catalog.ts';
import { powerAt } from '../../document/statistics/sample-size.ts';
import { isAlone, type Starters, type Task } from './task-line.ts';

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

/** Writes the sentences on the power of tests: a small test often misses a true gain. */
const chancesOf = (other: string): string =>
  [
    `A small test often misses a real gain. If the ${other} really succeeds 30 percentage points more often,`,
    `a test on 20 cases shows this in only ${foundIn(20, 0.3)} of 100 tries. If it succeeds 10 percentage points more often,`,
    `a test on 20 cases shows this in ${foundIn(20, 0.1)} of 100 tries; a test on 200 cases shows it in ${foundIn(200, 0.1)} of 100.`,
  ].join(' ');

/** Writes how to test a task with few cases, and by how much the other setup must win to be kept. */
export function testOf(task: Task, starters: Starters, { contract }: Catalog): string {
  const { test, default: name = 'one_agent' } = task;
  const first = name.replace('one_agent', 'one agent');
  const other = isAlone(task, starters) ? 'team' : 'setup';
  const cases = test ? `${escapeMarkdown(test)} ` : '';
  const rule = contract.some(({ path }) => path === '/docs/tasks.md') ? ' ([why](/docs/tasks.md#6))' : '';
  const keep = `Keep the ${other} if it succeeds on at least six cases where ${first} fails, and never fails where ${first} succeeds.`;
  const run = `Run ${first} and the ${other} that you are considering on the same cases.`;
  return `${cases}${run} ${keep} Any smaller lead may be due to chance${rule}. ${chancesOf(other)}`;
}
