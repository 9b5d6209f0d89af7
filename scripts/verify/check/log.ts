/** The log is whole, is signed by its key, continues what it says, and has grown from a checkpoint that the caller kept. */
import { readCheckpoint } from '#document/log/checkpoint.ts';
import { continuationFault } from '#document/log/continuation.ts';
import { sameBytes } from '#document/log/hash.ts';
import { NoteError, openNote, parseNote } from '#document/log/note.ts';
import { rootOf } from '#document/log/tree.ts';
import { readListedKey } from '#document/trust/keys.ts';
import { type Evidence, noteKeys } from '../evidence.ts';
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
    ...checkContinuations(tree, evidence),
    ...(pins.checkpoint ? checkGrowth(tree, evidence, pins.checkpoint) : []),
  ],
};

const checkpointPath = `${logPrefix}checkpoint`;

function checkName(tree: Tree, { log, origin }: Evidence): Fault[] {
  if (origin === undefined)
    return [faultAt(tree, checkpointPath, 'No active key of the purpose log is listed.')];
  if (log.checkpoint === undefined || log.checkpoint.origin === origin) return [];
  return [faultAt(tree, checkpointPath, `It is of the log ${log.checkpoint.origin}; expected ${origin}.`)];
}

/** Under each former name the log ended with a prefix of this tree, signed by the key of that name. */
function checkContinuations(tree: Tree, { entries, log, keys }: Evidence): Fault[] {
  const listed = keys.map(readListedKey);
  return entries.flatMap((entry, index) => {
    if (entry?.type !== 'continued') return [];
    const message = continuationFault(entry, { index, tree: log.tree, keys: listed });
    return message === undefined
      ? []
      : [faultAt(tree, checkpointPath, `Entry ${index} of the log: ${message}`)];
  });
}

function checkEntries(tree: Tree, { entries }: Evidence): Fault[] {
  return entries.flatMap((entry, index) =>
    entry === undefined
      ? [faultAt(tree, checkpointPath, `Entry ${index} of the log is not in the format of this service.`)]
      : [],
  );
}

/** An older checkpoint is a prefix of the log: hashing the first entries again gives the signed root. */
function checkGrowth(tree: Tree, evidence: Evidence, kept: Uint8Array): Fault[] {
  const { keys, log } = evidence;
  try {
    // A checkpoint from before a move or a rotation has another name, which says who may have signed it.
    const { origin } = readCheckpoint(parseNote(kept).text);
    const older = readCheckpoint(openNote(kept, noteKeys(origin, keys, ['active', 'retired'])).text);
    if (older.size > log.tree.size) {
      const message = `The log has ${log.tree.size} entries, and had ${older.size} when the kept checkpoint was signed: entries were removed.`;
      return [faultAt(tree, checkpointPath, message)];
    }
    if (sameBytes(rootOf(log.tree, older.size), older.root)) return checkHeir(tree, evidence, origin);
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

/** A log whose name differs from that of the kept checkpoint must say that it continues that one. */
function checkHeir(tree: Tree, { entries, log }: Evidence, origin: string): Fault[] {
  const names = entries.flatMap(entry => (entry?.type === 'continued' ? entry.origin : []));
  if ([...names, log.checkpoint?.origin].includes(origin)) return [];
  return [faultAt(tree, checkpointPath, `No entry says that the log ${origin} continues here.`)];
}
