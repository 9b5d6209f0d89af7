/**
 * `npx tsx scripts/eval-defaults.ts [--missed]`: how often a task in plain words leads to the right default. For each task of the
 * sets in `test/fixture/default/`, search is asked as an agent asks it, and its likely task is taken. Prints who wrote the set, whether
 * anything was tuned on it, and, each with its 95 % interval,
 *
 * - right advice: the share of tasks for which the default is one that the set accepts; where search says that no class fits, one agent
 * - team found: the same among tasks for which the set does not accept one agent
 * - no team where one agent is right: the same among the others
 * - starter: the share whose page begins with a starter that the set accepts, of tasks for which it names any
 * - class: the share whose page is of a task class that the set accepts, where it names classes
 * - no class fits: the share for which search says so, of tasks that have no class
 *
 * Changing search or content after looking at what an untuned set missed makes it a tuned set; then write another.
 */
import { evaluateDefaults } from './edit/eval-defaults.ts';
import { outliveReaders } from './support/closed-output.ts';

outliveReaders();

await evaluateDefaults();
