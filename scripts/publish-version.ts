/**
 * `npm run publish-version -- FILE…`: checks a draft of a starter or formation, completes it into its final bytes and
 * records their digest. From then on the build refuses any other bytes under that version.
 */
import { publishVersions } from './edit/publish-version.ts';
import { outliveReaders } from './support/closed-output.ts';

outliveReaders();

await publishVersions(process);
