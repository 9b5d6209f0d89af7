/** Checks whether a log has grown from a kept checkpoint: entries may be added, but never changed or removed. */
import { readCheckpoint } from '#document/proof/log/checkpoint.ts';
import { sameBytes } from '#document/proof/log/hash.ts';
import { NoteError, openNote, parseNote } from '#document/proof/log/note.ts';
import { rootOf } from '#document/proof/log/tree.ts';
import { noteKeys } from '../support/signed/keys.ts';
import type { CheckInput } from './check-input.ts';

type Grown = Pick<CheckInput, 'keys' | 'log' | 'entries'>;

/** Checks that a log has grown from a kept checkpoint. Returns a sentence if it has not, otherwise undefined. */
export function growthFault(kept: Uint8Array, { keys, log, entries }: Grown): string | undefined {
  try {
    // A checkpoint from before a move or a rotation has another name, which says who may have signed it.
    const { origin } = readCheckpoint(parseNote(kept).text);
    const older = readCheckpoint(openNote(kept, noteKeys(origin, keys, ['active', 'retired'])).text);
    if (older.size > log.tree.size)
      return `The log has ${log.tree.size} entries, but it had ${older.size} when the kept checkpoint was signed, so entries were removed.`;
    // Hashing the first entries again gives the signed root.
    if (sameBytes(rootOf(log.tree, older.size), older.root))
      return heirFault(origin, log.checkpoint?.origin, entries);
    return `Its first ${older.size} entries are not those of the kept checkpoint, so the log forked.`;
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    return `The kept checkpoint is not of this log: ${error.message}`;
  }
}

/**
 * Returns a sentence if the kept checkpoint is of another log than this one and no entry says that this log continues that one;
 * otherwise undefined.
 */
function heirFault(origin: string, name: string | undefined, entries: Grown['entries']): string | undefined {
  const names = entries.flatMap(entry => (entry?.type === 'continued' ? entry.origin : []));
  return [...names, name].includes(origin)
    ? undefined
    : `No entry says that the log ${origin} continues here.`;
}
