/**
 * The place of a deployment's signing keys: the variable SIGNING_KEY, or `DATA_DIR/signing-keys/keys.pem`, which the first run
 * creates. Both have the text that `build/document/proof/key-file.ts` describes, and no message here contains any of it. A file
 * from before keys had purposes has only publication keys. The first build that reads it adds a key for each other purpose: the
 * derived one, which servers that read the file earlier already use.
 */
import { generateKeyPairSync } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { KeyPurpose } from '../../kind/signing-keys.ts';
import { derivedPurposes, KeyFileError, readKeyFile, writeKeyFile, writeTenantKeys } from '../key-file.ts';
import { type KeyRing, keyIdOf, rawPublicKey, type Signer } from '../signature.ts';
import { giveToOwnerOf, syncFolder, writeSynced } from './durable-file.ts';

interface KeySettings {
  /** The variable SIGNING_KEY: a PEM (PKCS #8) or a whole key file; undefined or empty if the keys are in `dataDir`. */
  signingKey?: string | undefined;
  dataDir: string;
  /** The time at which a key is created, if one has to be: RFC 3339, UTC, with seconds. */
  now: string;
}

/** An error for keys that cannot be used. Its message says why, and what to do. */
export class SigningKeyError extends Error {
  override name = 'SigningKeyError';
}

/** Returns the path of the key file, which is read unless the keys are in the environment. */
export const keyFilePath = (dataDir: string): string => join(dataDir, 'signing-keys', 'keys.pem');

/** Returns the path of a file that exists while new keys have signed no log yet. While it does, no log can have been lost. */
export const unusedMark = (dataDir: string): string => join(dataDir, 'log-not-begun');

/** Notes that the keys of a data folder have signed a log, by removing the file of `unusedMark`. */
export const markUsed = (dataDir: string): void => rmSync(unusedMark(dataDir), { force: true });

/**
 * Returns the keys of the deployment. If there are none, creates the first ones, in a file with mode 0600. If the file lacks
 * keys of a purpose, adds them.
 * @throws SigningKeyError when SIGNING_KEY or the file is not a key file, or when others than its owner may read the file
 */
export function loadKeyRing({ signingKey, dataDir, now }: KeySettings): KeyRing {
  if (signingKey) return parse(signingKey, 'SIGNING_KEY', readKeyFile);
  const path = keyFilePath(dataDir);
  const found = readSecret(path);
  if (found === undefined) {
    createFolder(dirname(path));
    writeFileSync(unusedMark(dataDir), '', { mode: 0o600 });
    giveToOwnerOf(dataDir, unusedMark(dataDir));
    createSecret(path, writeKeyFile(newRing(now)));
  } else if (parse(found, path, derivedPurposes).length > 0) completeFile(path, now);
  // The file is read again: if two builds run at once, the keys of one of them were written, and both must continue with these.
  return parse(readSecret(path)!, path, readKeyFile);
}

function newRing(now: string): KeyRing {
  const begin = (purpose: KeyPurpose) => ({ active: newKey(purpose, now), retired: [] });
  return { publication: begin('publication'), tenant: begin('tenant'), log: begin('log') };
}

/** Returns the path of a file with only the tenant keys. Servers need no others, and its folder can be mounted by itself. */
const tenantKeyPath = (dataDir: string): string => join(dataDir, 'tenant-key', 'keys.pem');

/** Writes a copy of the keys that sign for tenants, for servers that have no others. */
export function keepTenantKey(dataDir: string, ring: KeyRing): void {
  // Without its private half in the ring, the key is kept by the servers alone.
  if (ring.tenant.active.privateKey === undefined) return;
  const path = tenantKeyPath(dataDir);
  const text = writeTenantKeys(ring);
  const before = readSecret(path);
  if (before === text) return;
  if (before === undefined) createSecret(path, text);
  else replaceSecret(path, text);
}

/** Adds the keys of the purposes for which a file has none, unless another process has just done so. */
function completeFile(path: string, now: string): void {
  const complete = () => {
    const text = readSecret(path)!;
    const ring = parse(text, path, readKeyFile);
    const begun = parse(text, path, derivedPurposes).map(purpose => {
      return [purpose, { active: { ...ring[purpose].active, notBefore: now }, retired: [] }];
    });
    if (begun.length > 0) replaceSecret(path, writeKeyFile({ ...ring, ...Object.fromEntries(begun) }));
  };
  withLock(`${path}.lock`, complete, lockPatience);
}

/**
 * Replaces the active key of a purpose. The old key is listed as retired from then on, and still verifies what it signed.
 * @throws SigningKeyError when the keys come from SIGNING_KEY or cannot be loaded, or when another rotation is under way
 */
export function rotateSigningKey(settings: KeySettings, purpose: KeyPurpose = 'publication'): KeyRing {
  if (settings.signingKey) {
    const help =
      `Put \`Purpose: ${purpose}\` and a new PEM before the keys of that purpose in it, then ` +
      `\`Purpose: ${purpose}\`, \`State: retired\`, \`Not-After: TIME\` and the old PEM; the public half, as /trust/keys.md lists it, is enough.`;
    throw new SigningKeyError(`The key comes from SIGNING_KEY, so it is rotated there. ${help}`);
  }
  const path = keyFilePath(settings.dataDir);
  loadKeyRing(settings);
  return withLock(`${path}.lock`, () => {
    const rotated = rotate(loadKeyRing(settings), newKey(purpose, settings.now), settings.now);
    replaceSecret(path, writeKeyFile(rotated));
    return rotated;
  });
}

/** Returns a ring in which a new key is the active one of its purpose from a time on, and the former one is retired. */
function rotate(ring: KeyRing, key: Signer, now: string): KeyRing {
  const { active, retired } = ring[key.purpose];
  const keys = {
    active: key,
    retired: [{ ...active, state: 'retired' as const, notAfter: now }, ...retired],
  };
  return { ...ring, [key.purpose]: keys };
}

function newKey(purpose: KeyPurpose, now: string): Signer {
  const { privateKey } = generateKeyPairSync('ed25519');
  const publicKey = rawPublicKey(privateKey);
  return { purpose, keyId: keyIdOf(publicKey), publicKey, state: 'active', notBefore: now, privateKey };
}

function parse<Result>(text: string, source: string, read: (text: string) => Result): Result {
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof KeyFileError)) throw error;
    throw new SigningKeyError(`${source}: ${error.message}`);
  }
}

/**
 * Returns the text of a secret file; undefined if it does not exist.
 * @throws SigningKeyError when others may read the file
 */
function readSecret(path: string): string | undefined {
  try {
    const others = statSync(path).mode & 0o077;
    if (others !== 0) throw new SigningKeyError(`${path} can be read by others. Run: chmod 600 ${path}`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw explained(error, path);
  }
}

/** Converts a refusal of the file system to an error that says what to do. Returns other errors as they are. */
function explained(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (!['EACCES', 'EPERM', 'EROFS'].includes(code ?? '')) return error;
  const help = 'Run this as the user who owns it, or give it to the user of the service with chown.';
  return new SigningKeyError(`${path} cannot be read and written (${code}). ${help}`);
}

const isCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code;

function createFolder(folder: string): void {
  mkdirSync(dirname(folder), { recursive: true });
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined)
    giveToOwnerOf(dirname(folder), folder);
}

/** Writes a secret file, unless it exists. */
function createSecret(path: string, text: string): void {
  const folder = dirname(path);
  createFolder(folder);
  const staged = writeStaged(path, text);
  giveToOwnerOf(folder, staged);
  try {
    linkSync(staged, path); // Fails when the file exists, unlike a rename.
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(staged);
  }
  syncFolder(dirname(path));
}

/** Replaces the text of a secret file atomically. The file keeps its owner and permissions. */
function replaceSecret(path: string, text: string): void {
  const staged = writeStaged(path, text);
  giveToOwnerOf(path, staged);
  chmodSync(staged, statSync(path).mode & 0o777);
  renameSync(staged, path);
  syncFolder(dirname(path));
}

function writeStaged(path: string, text: string): string {
  const staged = `${path}.${process.pid}.draft`;
  try {
    rmSync(staged, { force: true });
    writeSynced(staged, text, { flags: 'wx', mode: 0o600 });
  } catch (error) {
    throw explained(error, path);
  }
  return staged;
}

/** The milliseconds that a build waits for another build that holds the lock. Usually a few milliseconds are enough. */
const lockPatience = 5000;
const lockPause = 20;

/**
 * Runs a task that only one process may run at a time, and returns its result.
 * @param path the file that marks the lock
 * @param patience the milliseconds to wait while another process holds the lock
 * @throws SigningKeyError when another process still holds the lock then
 */
function withLock<T>(path: string, work: () => T, patience = 0): T {
  for (let waited = 0; !takeLock(path); waited += lockPause) {
    if (waited >= patience)
      throw new SigningKeyError(`Another rotation is under way. If none is, remove ${path}.`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lockPause);
  }
  try {
    return work();
  } finally {
    rmSync(path);
  }
}

function takeLock(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600));
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw explained(error, path);
  }
}
