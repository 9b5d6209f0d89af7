/**
 * Where a deployment keeps its signing keys: in the variable SIGNING_KEY, or in `DATA_DIR/signing-keys/keys.pem`, which
 * is created on the first run. Both hold the text that `build/document/key-file.ts` describes. No message here holds it.
 */
import { generateKeyPairSync } from 'node:crypto';
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { KeyFileError, readKeyFile, writeKeyFile } from './document/key-file.ts';
import { type KeyRing, keyIdOf, rawPublicKey, type Signer } from './document/signature.ts';
import { syncFolder, writeSynced } from './durable-file.ts';

export interface KeySettings {
  /** The variable SIGNING_KEY: a PEM (PKCS #8), or a whole key file; absent or empty when keys are in `dataDir`. */
  signingKey?: string | undefined;
  /** DATA_DIR. */
  dataDir: string;
  /** The time, for a key that is created: RFC 3339, UTC, with seconds. */
  now: string;
}

/** Why the keys could not be used, and what to do. */
export class SigningKeyError extends Error {
  override name = 'SigningKeyError';
}

/** Where the keys are when they are not in the environment. */
export const keyFilePath = (dataDir: string): string => join(dataDir, 'signing-keys', 'keys.pem');

/**
 * The keys of the deployment; a first key is created, mode 0600, when there is none.
 * @throws SigningKeyError when SIGNING_KEY or the file is no key file, or when others than its owner may read the file.
 */
export function loadKeyRing({ signingKey, dataDir, now }: KeySettings): KeyRing {
  if (signingKey) return parse(signingKey, 'SIGNING_KEY');
  const path = keyFilePath(dataDir);
  const found = readSecret(path);
  if (found !== undefined) return parse(found, path);
  createSecret(path, writeKeyFile({ active: newKey(now), retired: [] }));
  // Read again: when two builds run at once, one of the two keys was written, and both go on with that one.
  return parse(readSecret(path)!, path);
}

/**
 * Puts a new key in the place of the active one, which is listed as retired from then on and verifies what it signed.
 * @throws SigningKeyError also when the key comes from SIGNING_KEY, or when another rotation is under way.
 */
export function rotateSigningKey(settings: KeySettings): KeyRing {
  if (settings.signingKey) {
    const help = 'Put a new PEM first in it, then `State: retired`, `Not-After: TIME` and the old PEM.';
    throw new SigningKeyError(`The key comes from SIGNING_KEY, so it is rotated there. ${help}`);
  }
  const path = keyFilePath(settings.dataDir);
  loadKeyRing(settings);
  return withLock(`${path}.lock`, () => {
    const rotated = rotate(loadKeyRing(settings), newKey(settings.now), settings.now);
    replaceSecret(path, writeKeyFile(rotated));
    return rotated;
  });
}

/** A ring after a new key took over at a time. */
export function rotate(ring: KeyRing, key: Signer, now: string): KeyRing {
  return { active: key, retired: [{ ...ring.active, state: 'retired', notAfter: now }, ...ring.retired] };
}

function newKey(now: string): Signer {
  const { privateKey } = generateKeyPairSync('ed25519');
  const publicKey = rawPublicKey(privateKey);
  return { keyId: keyIdOf(publicKey), publicKey, state: 'active', notBefore: now, privateKey };
}

function parse(text: string, source: string): KeyRing {
  try {
    return readKeyFile(text);
  } catch (error) {
    if (!(error instanceof KeyFileError)) throw error;
    throw new SigningKeyError(`${source}: ${error.message}`);
  }
}

/** The text of a secret file, or undefined when there is none. */
function readSecret(path: string): string | undefined {
  try {
    const others = statSync(path).mode & 0o077;
    if (others !== 0) throw new SigningKeyError(`${path} can be read by others. Run: chmod 600 ${path}`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

const isCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code;

/** Writes a secret file unless there is one already. */
function createSecret(path: string, text: string): void {
  mkdirSync(dirname(dirname(path)), { recursive: true });
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = writeDraft(path, text);
  try {
    linkSync(draft, path); // Fails when the file exists, unlike a rename.
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  syncFolder(dirname(path));
}

/** Puts another text into a secret file, whole or not at all. */
function replaceSecret(path: string, text: string): void {
  renameSync(writeDraft(path, text), path);
  syncFolder(dirname(path));
}

function writeDraft(path: string, text: string): string {
  const draft = `${path}.${process.pid}.draft`;
  rmSync(draft, { force: true });
  writeSynced(draft, text, { flags: 'wx', mode: 0o600 });
  return draft;
}

function withLock<T>(path: string, work: () => T): T {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    throw new SigningKeyError(`Another rotation is under way. If none is, remove ${path}.`);
  }
  try {
    return work();
  } finally {
    rmSync(path);
  }
}
