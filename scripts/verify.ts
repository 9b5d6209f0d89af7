/**
 * `npm run verify -- TARGET [--key ID] [--checkpoint FILE] [--content FOLDER]`: verifies a built folder or a live site from the
 * outside.
 *
 * It reads the public formats, and makes every page again with the code of the build (verify/derive/). With a key
 * id that you have from elsewhere and a checkpoint that you kept, you need not rely on the target's own claims. Exits 0 when all is
 * well, 1 when something is not, and says what and where; 3 when another release made pages that this one makes otherwise.
 *
 * `npm run verify -- decision PATH…` verifies a recommendation with the documents that it rests on, as `agent-topology tenant verify`
 * saves them (docs/recommendations.md#13).
 */

import { outliveReaders } from './support/closed-output.ts';
import { decisionCommand, namesDecisions } from './verify/decision/program.ts';
import { verifyCommand } from './verify/program.ts';

outliveReaders();

if (namesDecisions(process)) decisionCommand(process);
else void verifyCommand(process);
