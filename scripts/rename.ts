/**
 * `npm run rename -- OLD NEW`: gives a pattern or a research record another name, in its file and in all that refers to it. Published
 * versions keep the old name, which is an alias from then on.
 */
import { rename } from './edit/rename.ts';
import { outliveReaders } from './support/closed-output.ts';

outliveReaders();

await rename(process);
