/**
 * `npx tsx scripts/eval-search.ts [SET…] [--missed]`: how well search finds patterns for tasks in plain words. Builds the content
 * into a temporary folder and prints, for each set in `test/fixture/search/`, who wrote it, whether search was tuned on it, and
 *
 * - hit@1, hit@3: the share of tasks with an acceptable pattern as the first result, or among the first three
 * - MRR: the mean of one over the position of the first acceptable pattern, 0 where there is none
 *
 * A set on which search was tuned says only that nothing got worse: how good search is, sets say that were written before it was
 * tried on them. Changing search after looking at what such a set missed makes it a tuned set; then write another.
 */
import { evaluateSearch } from './edit/eval-search.ts';
import { outliveReaders } from './support/closed-output.ts';

outliveReaders();

await evaluateSearch();
