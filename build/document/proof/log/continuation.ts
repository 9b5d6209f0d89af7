/**
 * A log that continues under a new name. Its tree stays the same, and its next entry holds the last checkpoint under the old
 * name. So a checkpoint under the new name covers the history under the old one, and anyone who kept an old checkpoint can see
 * where the log continued. The name changes with the key that signs checkpoints, and with the address of the service
 * (`logOrigin`).
 */

import type { PublicSigningKey } from '../signature.ts';
import { checkpointKeys, readCheckpoint, writeCheckpoint } from './checkpoint.ts';
import type { ContinuedEntry } from './entry.ts';
import { fromBase64, sameBytes, toBase64 } from './hash.ts';
import { NoteError, openNote, parseNote } from './note.ts';
import { rootOf, type Tree } from './tree.ts';

/**
 * Returns the first entry of a log under a new name; undefined if the log has this name already, or has nothing to continue.
 * @param checkpoint the last checkpoint of the log, which was verified before
 */
export function continuation(checkpoint: Uint8Array, origin: string): ContinuedEntry | undefined {
  const { text, signatures } = parseNote(checkpoint);
  const head = readCheckpoint(text);
  if (head.origin === origin || head.size === 0) return undefined;
  const { keyId, signature } = signatures.find(each => each.name === head.origin)!;
  return {
    type: 'continued',
    origin: head.origin,
    size: head.size,
    root: toBase64(head.root),
    signature: toBase64(Buffer.concat([Buffer.from(keyId, 'hex'), signature])),
  };
}

/**
 * Returns what is wrong with an entry that continues a log under another name; undefined if nothing is. The entry must come
 * right behind the tree under the old name, have the root of that tree, and be signed by a listed key that may sign under that
 * name. A revoked key is enough, since the tree that it signed is the beginning of this one.
 */
export function continuationFault(
  { origin, size, root, signature }: ContinuedEntry,
  at: { index: number; tree: Tree; keys: readonly PublicSigningKey[] },
): string | undefined {
  if (size !== at.index) return `It continues a log of ${size} entries, but ${at.index} come before it.`;
  const head = { origin, size, root: fromBase64(root)! };
  if (!sameBytes(rootOf(at.tree, size), head.root))
    return `The entries before it are not those that ${origin} ended with: a fork.`;
  try {
    openNote(Buffer.from(noteOf(head, signature)), checkpointKeys(origin, at.keys));
    return undefined;
  } catch (error) {
    if (error instanceof NoteError) return `The checkpoint of ${origin} that it continues: ${error.message}`;
    throw error;
  }
}

const noteOf = (head: Parameters<typeof writeCheckpoint>[0], signature: string): string =>
  `${writeCheckpoint(head)}\n\u2014 ${head.origin} ${signature}\n`;
