/**
 * `npm run new -- KIND NAME`: writes the skeleton of a document into `content/`, which then builds, and says what to fill in. A
 * draft of a starter or formation builds once `npm run publish-version` has published it.
 */
import { newDocument } from './edit/new.ts';
import { outliveReaders } from './support/closed-output.ts';

outliveReaders();

await newDocument(process);
