/**
 * `npx tsx scripts/recompute.ts NAME [--source CHECKOUT [--write]]`: computes a comparison of `content/` again. `--write` makes
 * its table and its numbers from a checkout of its source.
 */
import { recomputeContent } from './edit/comparison/write.ts';
import { outliveReaders } from './support/closed-output.ts';

outliveReaders();

recomputeContent(process);
