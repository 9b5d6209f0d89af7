/**
 * The private key file: the whole ring of a deployment as text, the active key first.
 *
 *     State: active
 *     Not-Before: 2026-11-21T08:00:00Z
 *     -----BEGIN PRIVATE KEY-----
 *     …
 *     -----END PRIVATE KEY-----
 *
 * Each key is a PEM block (PKCS #8, or `PUBLIC KEY` for a retired one whose private half was destroyed) with lines
 * before it that say its state; PEM allows such text (RFC 7468, 2), so `openssl pkey -in FILE` reads the active key.
 * A block without a state is active when it is the first and retired otherwise: a bare PEM is a valid file.
 */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { time } from './kind/field.ts';
import {
  type KeyRing,
  type KeyState,
  keyIdOf,
  keyStates,
  keysOf,
  publicKeyPem,
  rawPublicKey,
  type SigningKey,
} from './signature.ts';

/** Why a key file was refused. The message never holds any of the file's text, which is secret. */
export class KeyFileError extends Error {
  override name = 'KeyFileError';
}

const block = /-----BEGIN (PRIVATE|PUBLIC) KEY-----[^-]*-----END \1 KEY-----/g;

/**
 * Reads a key file.
 * @param text the file; `\n` written as two characters counts as a line end, as environment files hold it.
 * @throws KeyFileError when it is not a ring: no key, another algorithm, not exactly one active key first, a key twice.
 */
export function readKeyFile(text: string): KeyRing {
  const lines = text.replaceAll('\\n', '\n');
  const keys: SigningKey[] = [];
  let end = 0;
  for (const found of lines.matchAll(block)) {
    keys.push(readKey(lines.slice(end, found.index), found[0], keys.length));
    end = found.index + found[0].length;
  }
  if (lines.slice(end).trim() !== '') refuse('text after the last PEM block');
  return ringOf(keys);
}

function readKey(preamble: string, pem: string, index: number): SigningKey {
  const fields = readFields(preamble, index);
  const key = readPem(pem, index);
  const publicKey = rawPublicKey(key);
  const state = (fields.get('State') ?? (index === 0 ? 'active' : 'retired')) as KeyState;
  if (!keyStates.includes(state)) refuse(`State of key ${index + 1} is not one of ${keyStates.join(', ')}`);
  return {
    keyId: keyIdOf(publicKey),
    publicKey,
    state,
    ...(fields.has('Not-Before') && { notBefore: fields.get('Not-Before')! }),
    ...(fields.has('Not-After') && { notAfter: fields.get('Not-After')! }),
    ...(key.type === 'private' && { privateKey: key }),
  };
}

const fieldNames = ['State', 'Not-Before', 'Not-After'];

/** The `Name: value` lines before a PEM block. */
function readFields(preamble: string, index: number): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of preamble.split('\n').map(each => each.trim())) {
    if (line === '') continue;
    const [name, value] = line.split(': ', 2) as [string, string | undefined];
    if (!fieldNames.includes(name) || value === undefined || fields.has(name)) {
      refuse(`a line before key ${index + 1} is not one of ${fieldNames.join(', ')}`);
    }
    if (name !== 'State' && !time.safeParse(value).success)
      refuse(`${name} of key ${index + 1} is not a time`);
    fields.set(name, value!);
  }
  return fields;
}

function readPem(pem: string, index: number): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = pem.includes('PRIVATE') ? createPrivateKey(pem) : createPublicKey(pem);
  } catch {
    // The parser's own words could repeat what it read.
  }
  if (key?.asymmetricKeyType !== 'ed25519') refuse(`key ${index + 1} is not an Ed25519 key in PEM (PKCS #8)`);
  return key!;
}

function ringOf(keys: readonly SigningKey[]): KeyRing {
  const [active, ...retired] = keys;
  if (active === undefined) refuse('no PEM block `PRIVATE KEY`');
  if (active!.state !== 'active') refuse('the first key is not the active one');
  if (active!.privateKey === undefined) refuse('the active key has no private half');
  if (retired.some(key => key.state === 'active')) refuse('two keys are active');
  if (new Set(keys.map(key => key.keyId)).size !== keys.length) refuse('a key stands twice');
  return { active: active as KeyRing['active'], retired };
}

function refuse(reason: string): never {
  throw new KeyFileError(`Not a signing key file: ${reason}.`);
}

/** Writes a ring so that `readKeyFile` gives it back. The text is secret. */
export function writeKeyFile(ring: KeyRing): string {
  return keysOf(ring).map(writeKey).join('\n');
}

function writeKey(key: SigningKey): string {
  const fields = [
    `State: ${key.state}\n`,
    key.notBefore === undefined ? '' : `Not-Before: ${key.notBefore}\n`,
    key.notAfter === undefined ? '' : `Not-After: ${key.notAfter}\n`,
  ];
  return fields.join('') + pemOf(key);
}

function pemOf(key: SigningKey): string {
  if (key.privateKey === undefined) return publicKeyPem(key.publicKey);
  return key.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
}
