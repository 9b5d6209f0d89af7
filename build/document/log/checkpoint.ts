/** Checkpoints: the head of a log at a size, as the text of a signed note (C2SP tlog-checkpoint). */
import { fromBase64, hashSize, toBase64 } from './hash.ts';
import { NoteError } from './note.ts';
import type { TreeHead } from './proof.ts';

/** The head of a log, under the name of the log. */
export interface Checkpoint extends TreeHead {
  /** The address of the log without its scheme: `example.com/log`. */
  origin: string;
}

/** The name of the log of a service: its address without the scheme (C2SP tlog-tiles, Parameters). */
export const logOrigin = (baseUrl: string): string => `${baseUrl.replace(/^https?:\/\//, '')}/log`;

/** Writes a checkpoint: origin, size and root, a line each. */
export function writeCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** Reads a checkpoint; lines after the third are allowed and ignored. Throws a NoteError `malformed`. */
export function readCheckpoint(text: string): Checkpoint {
  const [origin, size, root, ...extensions] = text.split('\n');
  const hash = root === undefined ? undefined : fromBase64(root);
  const isWhole = /^(0|[1-9]\d*)$/.test(size ?? '') && Number.isSafeInteger(Number(size));
  const isEnded = extensions.pop() === '' && !extensions.includes('');
  if (!origin || !isWhole || hash?.length !== hashSize || !isEnded) {
    throw new NoteError('malformed', 'Not a checkpoint: expected an origin, a size and a root, a line each.');
  }
  return { origin, size: Number(size), root: hash };
}
