/** Signed notes: a text and lines that sign it, as logs sign their checkpoints (C2SP signed-note). */
import { createHash } from 'node:crypto';
import { type Signer, signBytes, verifyBytes } from '../signature.ts';
import { fromBase64, toBase64 } from './hash.ts';

/** A key that notes are verified with: the 32 raw bytes of an Ed25519 key, under a name. */
export interface NoteKey {
  name: string;
  publicKey: Uint8Array;
}

/**
 * Why a note was refused: `malformed`: it is not a note; `unknown-signer`: no known key signed it; `bad-signature`: the
 * signature of a known key is wrong.
 */
type NoteFault = 'malformed' | 'unknown-signer' | 'bad-signature';

export class NoteError extends Error {
  override name = 'NoteError';
  readonly fault: NoteFault;
  constructor(fault: NoteFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

interface SignatureLine {
  name: string;
  keyId: string;
  signature: Uint8Array;
}

/** A parsed note. Do not trust the text before `openNote` has verified it. */
interface Note {
  text: string;
  signatures: readonly SignatureLine[];
}

const ed25519 = 0x01;
// More than the 16 signatures that every verifier must accept, and a bound on what a hostile log can make us read.
const maxNoteSize = 1_000_000;

/** Returns the id of a key under a name, 8 hexadecimal digits (C2SP signed-note, Signatures). */
function noteKeyId({ name, publicKey }: NoteKey): string {
  const hash = createHash('sha256').update(`${name}\n`).update(Uint8Array.of(ed25519)).update(publicKey);
  return hash.digest('hex').slice(0, 8);
}

/** Returns a key in the form in which people exchange it: `name+id+base64(type || key)` (C2SP signed-note, Verifier keys). */
export function writeNoteKey(key: NoteKey): string {
  return `${key.name}+${noteKeyId(key)}+${toBase64(Uint8Array.of(ed25519, ...key.publicKey))}`;
}

/** Reads a verifier key, or undefined when it is not an Ed25519 one or its id is not its own. */
export function readNoteKey(text: string): NoteKey | undefined {
  const [, name, keyId, encoded] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  const material = encoded === undefined ? undefined : fromBase64(encoded);
  if (name === undefined || !isKeyName(name) || material?.length !== 33 || material[0] !== ed25519)
    return undefined;
  const key = { name, publicKey: material.slice(1) };
  return noteKeyId(key) === keyId ? key : undefined;
}

const isKeyName = (name: string) => name !== '' && !/[\p{White_Space}+]/u.test(name);

/** Signs a text under a name. Throws a TypeError when the text does not end a line or the name is not one. */
export function signNote(text: string, name: string, signer: Signer): Uint8Array {
  if (!text.endsWith('\n')) throw new TypeError('The text of a note ends with a newline.');
  if (!isKeyName(name)) throw new TypeError('The name of a key has no white space and no plus sign.');
  const keyId = Buffer.from(noteKeyId({ name, publicKey: signer.publicKey }), 'hex');
  const signature = signBytes(Buffer.from(text), signer);
  const line = `— ${name} ${toBase64(Buffer.concat([keyId, signature]))}\n`;
  return new Uint8Array(Buffer.from(`${text}\n${line}`));
}

/** Parses a note without verifying it. Throws a NoteError `malformed`. */
export function parseNote(bytes: Uint8Array): Note {
  const note = decode(bytes);
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) malformed('it has no blank line before its signatures');
  const lines = note.slice(end + 2, -1).split('\n');
  return { text: note.slice(0, end + 1), signatures: lines.map(parseSignature) };
}

function decode(bytes: Uint8Array): string {
  if (bytes.length > maxNoteSize) malformed('it is too long');
  let text = '';
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    malformed('it is not UTF-8');
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u0009\u000b-\u001f]/.test(text)) malformed('it holds control characters');
  return text;
}

function parseSignature(line: string): SignatureLine {
  const [, name, encoded] = /^— ([^ ]+) ([^ ]+)$/.exec(line) ?? [];
  const bytes = encoded === undefined ? undefined : fromBase64(encoded);
  if (name === undefined || !isKeyName(name) || bytes === undefined || bytes.length < 5) {
    malformed('a signature line is not `— name base64`');
  }
  const keyId = Buffer.from(bytes!.slice(0, 4)).toString('hex');
  return { name: name!, keyId, signature: bytes!.slice(4) };
}

function malformed(reason: string): never {
  throw new NoteError('malformed', `Not a signed note: ${reason}.`);
}

/**
 * Opens a note: its text, and the known keys that signed it, each once. Signatures of unknown keys are ignored.
 * @throws NoteError when it is malformed, when a known key's signature is wrong, or when no known key signed.
 */
export function openNote(bytes: Uint8Array, known: readonly NoteKey[]): { text: string; signers: NoteKey[] } {
  const { text, signatures } = parseNote(bytes);
  const signers: NoteKey[] = [];
  for (const { name, keyId, signature } of signatures) {
    const key = known.find(each => each.name === name && noteKeyId(each) === keyId);
    if (key === undefined) continue;
    if (!verifyBytes(Buffer.from(text), signature, key.publicKey)) {
      throw new NoteError('bad-signature', `The signature of ${name} does not match the text.`);
    }
    // A line that is repeated makes no second signer.
    if (!signers.includes(key)) signers.push(key);
  }
  if (signers.length > 0) return { text, signers };
  throw new NoteError('unknown-signer', 'None of the known keys signed it.');
}
