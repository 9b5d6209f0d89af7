/**
 * The private key file: the keys of a deployment as text, those of each purpose with the active one first.
 *
 *     Purpose: publication
 *     State: active
 *     Not-Before: 2026-11-21T08:00:00Z
 *     -----BEGIN PRIVATE KEY-----
 *     …
 *     -----END PRIVATE KEY-----
 *
 * Each key is a PEM block (PKCS #8, or `PUBLIC KEY` if the private half is not needed) with lines before it that state
 * its purpose and state; PEM allows such text (RFC 7468, 2), so `openssl pkey -in FILE` reads the first key. A block
 * without a purpose is for publications. One without a state is active when it is the first of its purpose and retired
 * otherwise: a bare PEM is a valid file. A purpose without any key has the keys that `derived-key.ts` derives.
 */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { time } from '../kind/field.ts';
import { type KeyPurpose, type KeyState, keyPurposes, keyStates } from '../kind/signing-keys.ts';
import { withDerivedKeys } from './derived-key.ts';
import {
  type KeyRing,
  type Keys,
  keyIdOf,
  keysOf,
  publicKeyPem,
  rawPublicKey,
  type Signer,
  type SigningKey,
} from './signature.ts';

/** An error for a key file that was refused. Its message never contains any text of the file, which is secret. */
export class KeyFileError extends Error {
  override name = 'KeyFileError';
}

const block = /-----BEGIN (PRIVATE|PUBLIC) KEY-----[^-]*-----END \1 KEY-----/g;

/**
 * Reads the key file with which a build signs.
 * @param text the text of the file; the two characters `\n` count as a line end, since environment files write line ends that
 *   way
 * @throws KeyFileError when the file is not a valid ring: it has no key, a key of another algorithm or a key twice; the active
 *   key of a purpose is not its only one or not its first; or an active key lacks the private half that a build needs
 */
export function readKeyFile(text: string): KeyRing {
  const keys = withDerivedKeys(readKeys(text));
  const [publication, tenant, log] = keyPurposes.map(purpose => keysFor(purpose, keys));
  return { publication: signing(publication!), tenant: tenant!, log: signing(log!) };
}

/**
 * Reads the keys that sign for tenants. A server needs no others, and may be given only these.
 * @throws KeyFileError like `readKeyFile`
 */
export function readTenantKeys(text: string): Keys {
  return signing(keysFor('tenant', withDerivedKeys(readKeys(text))));
}

/**
 * Returns the purposes for which a key file has no keys, so that they are derived.
 * @throws KeyFileError like `readKeyFile`
 */
export function derivedPurposes(text: string): KeyPurpose[] {
  const keys = readKeys(text);
  return keyPurposes.filter(purpose => !keys.some(key => key.purpose === purpose));
}

/** Returns the keys that are written in a file, without derived ones. */
function readKeys(text: string): SigningKey[] {
  const lines = text.replaceAll('\\n', '\n');
  const keys: SigningKey[] = [];
  let end = 0;
  for (const found of lines.matchAll(block)) {
    keys.push(readKey(lines.slice(end, found.index), found[0], keys));
    end = found.index + found[0].length;
  }
  if (lines.slice(end).trim() !== '') refuse('text after the last PEM block');
  if (keys.length === 0) refuse('no PEM block `PRIVATE KEY`');
  // This holds across purposes too, since one key for two purposes would separate nothing.
  if (new Set(keys.map(key => key.keyId)).size !== keys.length) refuse('a key appears twice');
  return keys;
}

function readKey(preamble: string, pem: string, before: readonly SigningKey[]): SigningKey {
  const index = before.length;
  const fields = readFields(preamble, index);
  const key = readPem(pem, index);
  const publicKey = rawPublicKey(key);
  const purpose = (fields.get('Purpose') ?? 'publication') as KeyPurpose;
  if (!keyPurposes.includes(purpose))
    refuse(`Purpose of key ${index + 1} is not one of ${keyPurposes.join(', ')}`);
  const isFirst = !before.some(each => each.purpose === purpose);
  const state = (fields.get('State') ?? (isFirst ? 'active' : 'retired')) as KeyState;
  if (!keyStates.includes(state)) refuse(`State of key ${index + 1} is not one of ${keyStates.join(', ')}`);
  return {
    purpose,
    keyId: keyIdOf(publicKey),
    publicKey,
    state,
    ...(fields.has('Not-Before') && { notBefore: fields.get('Not-Before')! }),
    ...(fields.has('Not-After') && { notAfter: fields.get('Not-After')! }),
    ...(key.type === 'private' && { privateKey: key }),
  };
}

const fieldNames = ['Purpose', 'State', 'Not-Before', 'Not-After'];

/**
 * Reads the lines `Name: value` before a PEM block.
 * @param index the number of the key in the file, from 0, for messages
 */
function readFields(preamble: string, index: number): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of preamble.split('\n').map(each => each.trim())) {
    if (line === '') continue;
    const [name, value] = line.split(': ', 2) as [string, string | undefined];
    if (!fieldNames.includes(name) || value === undefined || fields.has(name)) {
      refuse(`a line before key ${index + 1} is not one of ${fieldNames.join(', ')}`);
    }
    if (name.startsWith('Not-') && !time.safeParse(value).success)
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
    // The message of the parser could repeat the secret.
  }
  if (key?.asymmetricKeyType !== 'ed25519') refuse(`key ${index + 1} is not an Ed25519 key in PEM (PKCS #8)`);
  return key!;
}

function keysFor(purpose: KeyPurpose, all: readonly SigningKey[]): Keys<SigningKey> {
  const [active, ...retired] = all.filter(key => key.purpose === purpose);
  if (active === undefined) refuse(`no key of the purpose ${purpose}`);
  if (active!.state !== 'active') refuse(`the first key of the purpose ${purpose} is not the active one`);
  if (retired.some(key => key.state === 'active')) refuse(`two keys of the purpose ${purpose} are active`);
  return { active: active!, retired };
}

function signing({ active, retired }: Keys<SigningKey>): Keys {
  if (active.privateKey === undefined)
    refuse(`the active key of the purpose ${active.purpose} has no private half`);
  return { active: active as Signer, retired };
}

function refuse(reason: string): never {
  throw new KeyFileError(`Not a signing key file: ${reason}.`);
}

/** Writes a ring as a text from which `readKeyFile` reads it again. The text is secret. */
export function writeKeyFile(ring: KeyRing): string {
  return keysOf(ring).map(writeKey).join('\n');
}

/** Writes the tenant keys of a ring as a text that `readTenantKeys` reads. The text is secret. */
export const writeTenantKeys = ({ tenant }: KeyRing): string =>
  [tenant.active, ...tenant.retired].map(writeKey).join('\n');

function writeKey(key: SigningKey): string {
  const fields = [
    `Purpose: ${key.purpose}\n`,
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
