/**
 * `npx tsx scripts/summary.ts BEFORE AFTER`: writes what publishing the folder AFTER in place of BEFORE would change, as Markdown
 * for a pull request: pages, tokens, links and artifacts. Exits with code 1 if a published version would change or disappear.
 */
import { summary } from './edit/summary.ts';
import { outliveReaders } from './support/closed-output.ts';

outliveReaders();

await summary(process);
