/** The log is whole, is signed by the active key, and has grown from a checkpoint that the caller kept. */
import { logOrigin, readCheckpoint } from '#document/log/checkpoint.ts';
import { sameBytes } from '#document/log/hash.ts';
import { NoteError, openNote } from '#document/log/note.ts';
import { rootOf } from '#document/log/tree.ts';
import { type Evidence, signersOf } from '../evidence.ts';
import type { Fault } from '../fault.ts';
import { logPrefix } from '../named-paths.ts';
import type { Tree } from '../tree.ts';
import { type Check, faultAt } from './check.ts';

export const logCheck: Check = {
  name: 'transparency log',
  run: (tree, evidence, pins) => [
    ...evidence.log.faults.map(({ file, message }) => faultAt(tree, logPrefix + file, message)),
    ...checkName(tree, evidence),
    ...checkEntries(tree, evidence),
    ...(pins.checkpoint ? checkGrowth(tree, evidence, pins.checkpoint) : []),
  ],
};

const checkpointPath = `${logPrefix}checkpoint`;

function checkName(tree: Tree, { log }: Evidence): Fault[] {
  const expected = logOrigin(tree.baseUrl);
  if (log.checkpoint === undefined || log.checkpoint.origin === expected) return [];
  return [faultAt(tree, checkpointPath, `It is of the log ${log.checkpoint.origin}; expected ${expected}.`)];
}

function checkEntries(tree: Tree, { entries }: Evidence): Fault[] {
  return entries.flatMap((entry, index) =>
    entry === undefined
      ? [faultAt(tree, checkpointPath, `Entry ${index} of the log is not in the format of this service.`)]
      : [],
  );
}

/** An older checkpoint is the beginning of the log: hashing its first entries again gives the root that was signed. */
function checkGrowth(tree: Tree, { keys, log }: Evidence, kept: Uint8Array): Fault[] {
  try {
    // A checkpoint from before a move or a rotation has another name or signer; one of the listed keys signed it.
    const older = readCheckpoint(openNote(kept, signersOf(keys, ['active', 'retired'])).text);
    if (older.size > log.tree.size) {
      const message = `The log has ${log.tree.size} entries, and had ${older.size} when the kept checkpoint was signed: entries were removed.`;
      return [faultAt(tree, checkpointPath, message)];
    }
    if (sameBytes(rootOf(log.tree, older.size), older.root)) return [];
    return [
      faultAt(
        tree,
        checkpointPath,
        `Its first ${older.size} entries are not those of the kept checkpoint: a fork.`,
      ),
    ];
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    return [faultAt(tree, checkpointPath, `The kept checkpoint is not of this log: ${error.message}`)];
  }
}
