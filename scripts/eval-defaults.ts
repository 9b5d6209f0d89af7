/**
 * `npx tsx scripts/eval-defaults.ts [--missed]`: how often a task in plain words leads to the right default. For each task of the
 * sets in `test/fixture/default/`, search is asked as an agent asks it, and the first page of a task class among its results is
 * taken. Prints who wrote the set, whether anything was tuned on it, and
 *
 * - right: the share of tasks whose page names a default that the set accepts: one agent, or which team or pattern
 * - of the teams: the same among tasks for which the set does not accept one agent
 * - starter: the share whose page begins with a starter that the set accepts, of tasks for which it names any
 * - class: the share whose page is of a task class that the set accepts, where it names classes
 *
 * Changing search or content after looking at what an untuned set missed makes it a tuned set; then write another.
 */
import { evaluateDefaults } from './edit/eval-defaults.ts';
import { outliveReaders } from './support/closed-output.ts';

outliveReaders();

await evaluateDefaults();
