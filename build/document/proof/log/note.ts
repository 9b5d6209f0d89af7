/** Signed notes: a text with lines that sign it. Logs sign their checkpoints this way (C2SP signed-note). */
import { createHash } from 'node:crypto';
import { type Signer, signBytes, verifyBytes } from '../signature.ts';
import { fromBase64, toBase64 } from './hash.ts';

/** A key that verifies notes: the 32 raw bytes of an Ed25519 key, with a name. */
export interface NoteKey {
  name: string;
  publicKey: Uint8Array;
}

/**
 * The reasons why a note is refused. `malformed`: it is no note. `unknown-signer`: no known key signed it. `bad-signature`: a
 * known key has a wrong signature.
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

/** A parsed note. Its text must not be trusted before `openNote` has verified it. */
interface Note {
  text: string;
  signatures: readonly SignatureLine[];
}

const ed25519 = 0x01;
// More than the 16 signatures that every verifier must accept; and a limit on what a hostile log can make a reader load.
const maxNoteSize = 1_000_000;

/** Returns the id of a key under a name: 8 hexadecimal digits (C2SP signed-note, Signatures). */
function noteKeyId({ name, publicKey }: NoteKey): string {
  const hash = createHash('sha256').update(`${name}\n`).update(Uint8Array.of(ed25519)).update(publicKey);
  return hash.digest('hex').slice(0, 8);
}

/** Writes a key in the form in which people exchange it: `name+id+base64(type || key)` (C2SP signed-note, Verifier keys). */
export function writeNoteKey(key: NoteKey): string {
  return `${key.name}+${noteKeyId(key)}+${toBase64(Uint8Array.of(ed25519, ...key.publicKey))}`;
}

/** Reads a verifier key. Returns undefined unless it is an Ed25519 key and has its own id. */
export function readNoteKey(text: string): NoteKey | undefined {
  const [, name, keyId, encoded] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  const material = encoded === undefined ? undefined : fromBase64(encoded);
  if (name === undefined || !isKeyName(name) || material?.length !== 33 || material[0] !== ed25519)
    return undefined;
  const key = { name, publicKey: material.slice(1) };
  return noteKeyId(key) === keyId ? key : undefined;
}

const isKeyName = (name: string) => name !== '' && !/[\p{White_Space}+]/u.test(name);

/**
 * Signs a text under a name.
 * @throws TypeError when the text does not end with a newline, or the name is not valid
 */
export function signNote(text: string, name: string, signer: Signer): Uint8Array {
  if (!text.endsWith('\n')) throw new TypeError('The text of a note ends with a newline.');
  if (!isKeyName(name)) throw new TypeError('The name of a key has no white space and no plus sign.');
  const keyId = Buffer.from(noteKeyId({ name, publicKey: signer.publicKey }), 'hex');
  const signature = signBytes(Buffer.from(text), signer);
  const line = `— ${name} ${toBase64(Buffer.concat([keyId, signature]))}\n`;
  return new Uint8Array(Buffer.from(`${text}\n${line}`));
}

/**
 * Parses a note without verifying it.
 * @throws NoteError `malformed` when the bytes are no note
 */
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
 * Verifies a note, and returns its text and the known keys that signed it, each once. Signatures of unknown keys are ignored.
 * @throws NoteError when the note is malformed, a known key's signature is wrong, or no known key signed
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
    // A signature that is repeated makes no second signer.
    if (!signers.includes(key)) signers.push(key);
  }
  if (signers.length > 0) return { text, signers };
  throw new NoteError('unknown-signer', 'None of the known keys signed it.');
}
