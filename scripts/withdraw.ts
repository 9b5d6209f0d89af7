/**
 * `npm run withdraw -- VERSION --status revoked --reason unsafe`: takes a published version out of use at once. It records the
 * change below `content/trust/statuses/` and publishes the tree in DIST_DIR again with that change, whatever else is wrong with
 * the content.
 */

import { withdrawCommand } from './edit/withdraw/command.ts';
import { outliveReaders } from './support/closed-output.ts';

outliveReaders();

await withdrawCommand(process);
