/** Checkpoints: the head of a log of a certain size, as the text of a signed note (C2SP tlog-checkpoint). */
import type { PublicSigningKey } from '../signature.ts';
import { fromBase64, hashSize, toBase64 } from './hash.ts';
import { NoteError, type NoteKey } from './note.ts';
import type { TreeHead } from './proof.ts';

/** The head of a log, with the name of the log. */
export interface Checkpoint extends TreeHead {
  /** The name of the log, such as `example.com/log/0123456789abcdef`. */
  origin: string;
}

/**
 * Returns the name of the log of a service. It consists of the address without the scheme (C2SP tlog-tiles, Parameters) and the
 * key that signs checkpoints. Witnesses take a log for one name with one key, so another key needs another name.
 */
export const logOrigin = (baseUrl: string, keyId: string): string => `${formerOrigin(baseUrl)}/${keyId}`;

/** Returns the name that logs had while publication keys signed their checkpoints. */
export const formerOrigin = (baseUrl: string): string => `${baseUrl.replace(/^https?:\/\//, '')}/log`;

const originShape = /^[^\s/+]+\/log(?:\/([0-9a-f]{16}))?$/;

/** Tells whether a text is a valid name for a log of this service. */
export const isOrigin = (text: string): boolean => originShape.test(text);

/**
 * Returns the keys that may sign a checkpoint under a name: the log key that the name ends in, or any publication key if the
 * name has no key. A key of another purpose never may.
 */
export function checkpointKeys(origin: string, keys: readonly PublicSigningKey[]): NoteKey[] {
  const found = originShape.exec(origin);
  if (!found) return [];
  const isSigner = ({ purpose, keyId }: PublicSigningKey) =>
    found[1] === undefined ? purpose === 'publication' : purpose === 'log' && keyId === found[1];
  return keys.filter(isSigner).map(({ publicKey }) => ({ name: origin, publicKey }));
}

/** Writes a checkpoint: the lines origin, size and root. */
export function writeCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/**
 * Reads a checkpoint. Further lines are allowed, and ignored.
 * @throws NoteError `malformed` when the text is no checkpoint
 */
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
