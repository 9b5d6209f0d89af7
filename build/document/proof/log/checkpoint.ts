/** Checkpoints: the head of a log at a size, as the text of a signed note (C2SP tlog-checkpoint). */
import type { PublicSigningKey } from '../signature.ts';
import { fromBase64, hashSize, toBase64 } from './hash.ts';
import { NoteError, type NoteKey } from './note.ts';
import type { TreeHead } from './proof.ts';

/** The head of a log, under the name of the log. */
export interface Checkpoint extends TreeHead {
  /** The name of the log: `example.com/log/0123456789abcdef`. */
  origin: string;
}

/**
 * Returns the name of the log of a service: its address without the scheme (C2SP tlog-tiles, Parameters), and the key that
 * signs its checkpoints. For witnesses a log is one name with one key, so another key needs another name.
 */
export const logOrigin = (baseUrl: string, keyId: string): string => `${formerOrigin(baseUrl)}/${keyId}`;

/** Returns the name that logs had while publication keys signed their checkpoints. */
export const formerOrigin = (baseUrl: string): string => `${baseUrl.replace(/^https?:\/\//, '')}/log`;

const originShape = /^[^\s/+]+\/log(?:\/([0-9a-f]{16}))?$/;

/** Tells whether a text is a valid name for a log of this service. */
export const isOrigin = (text: string): boolean => originShape.test(text);

/**
 * Returns the keys that may sign a checkpoint under a name: the log key that the name ends in or, under a name without a key,
 * any publication key. A key of another purpose never may.
 */
export function checkpointKeys(origin: string, keys: readonly PublicSigningKey[]): NoteKey[] {
  const found = originShape.exec(origin);
  if (!found) return [];
  const isSigner = ({ purpose, keyId }: PublicSigningKey) =>
    found[1] === undefined ? purpose === 'publication' : purpose === 'log' && keyId === found[1];
  return keys.filter(isSigner).map(({ publicKey }) => ({ name: origin, publicKey }));
}

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
