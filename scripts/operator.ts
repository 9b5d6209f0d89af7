/**
 * `npm run --silent operator -- NOUN VERB …`: what operators do while servers run. Every command prints one document with
 * front matter, and every server process sees the change within a second (docs/operation.md#5).
 */
import { operator } from './operator/program.ts';
import { outliveReaders } from './support/closed-output.ts';

outliveReaders();

void operator(process);
