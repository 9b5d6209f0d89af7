/**
 * The key with which this deployment signs for tenants. It is in SIGNING_KEY, or in a file of DATA_DIR that the build reads
 * too. This key signs nothing else, and no other key signs for tenants, so a server that has only this key can publish nothing.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { KeyFileError, readTenantKeys } from '#document/proof/key-file.ts';
import { type Keys, signBytes } from '#document/proof/signature.ts';
import { EnvironmentError } from '#document/text/environment.ts';
import { Refusal } from '../support/refusal.ts';

/** A signature, and the key that its receipt names. */
interface Signed {
  keyId: string;
  /** The signature in base64. */
  signature: string;
}

export interface Signing {
  /**
   * Signs bytes with the active key.
   * @throws Refusal `service_unavailable` if there is no key, or the catalog lists none of its file
   */
  sign(bytes: Uint8Array): Signed;
  /** Returns what is wrong with the key and what to do, in a text for the operator; undefined without a key or a fault. */
  problem(): string | undefined;
  /**
   * Tells whether the catalog lists a key and its file can be read. While the file cannot be read, the former key still signs,
   * but a restart would find no key.
   */
  isUsable(): boolean;
}

/**
 * The milliseconds from one look at the key file to the next. A rotation must be noticed within a second (docs/operation.md#3).
 */
const lookMilliseconds = 500;

/**
 * Opens the keys that sign for tenants, and follows changes of their file. After a rotation, the new key signs before the
 * catalog lists it, if the catalog lists any key of the file (docs/trust.md#5).
 * @param isListed tells whether the served catalog lists a key
 * @param onError called once for each version of the file that cannot be used
 * @throws EnvironmentError when SIGNING_KEY is not a key
 */
export function openSigning(
  { signingKey, dataDir }: { signingKey?: string | undefined; dataDir: string },
  isListed: (keyId: string) => boolean,
  now: () => number,
  onError: (error: unknown) => void,
): Signing {
  const given = signingKey ? readGiven(signingKey) : undefined;
  const path = join(dataDir, 'signing-keys', 'keys.pem');
  let found: Keys | undefined;
  let stamp = '';
  let isUnreadable = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const look = () => {
    if (Math.abs(now() - lookedAt) < lookMilliseconds) return;
    lookedAt = now();
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
    const seen = stat ? `${stat.ino}.${stat.mtimeNs}.${stat.size}` : '';
    if (seen === stamp) return;
    stamp = seen;
    isUnreadable = false;
    try {
      found = stat && readTenantKeys(readFileSync(path, 'utf8'));
    } catch (error) {
      isUnreadable = true;
      onError(error);
    }
  };
  const current = (): Keys | undefined => {
    if (!given) look();
    return given ?? found;
  };
  const isKnown = ({ active, retired }: Keys) => [active, ...retired].some(({ keyId }) => isListed(keyId));
  return {
    problem: () => {
      const keys = current();
      return keys && !isKnown(keys) ? notListed(keys.active.keyId) : undefined;
    },
    isUsable: () => {
      const keys = current();
      return keys !== undefined && isKnown(keys) && !isUnreadable;
    },
    sign: bytes => {
      const keys = current();
      if (!keys || !isKnown(keys)) throw cannotSign();
      const { active } = keys;
      return { keyId: active.keyId, signature: Buffer.from(signBytes(bytes, active)).toString('base64') };
    },
  };
}

const notListed = (keyId: string): string =>
  `nothing can be registered: /trust/keys.md of the catalog does not list the key ${keyId}. ` +
  'Give this server the SIGNING_KEY or the signing-keys folder that the catalog was built with.';

function readGiven(text: string): Keys {
  try {
    return readTenantKeys(text);
  } catch (error) {
    if (error instanceof KeyFileError) throw new EnvironmentError(`SIGNING_KEY: ${error.message}`);
    throw error;
  }
}

const cannotSign = (): Refusal =>
  new Refusal(
    'service_unavailable',
    'The service has no signing key that its catalog lists, so nothing can be registered. Try again later. ' +
      'The operator has to build the catalog with the key of this server.',
    { headers: { 'Retry-After': '60' }, reason: 'key_unusable' },
  );
