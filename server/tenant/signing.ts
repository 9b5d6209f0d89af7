/**
 * The key with which this deployment signs for tenants: in SIGNING_KEY, or in a file of DATA_DIR, which the build reads too.
 * It signs nothing else, and no other key signs for tenants: a server that has only this key can publish nothing.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EnvironmentError } from '#document/environment.ts';
import { KeyFileError, readTenantSigner } from '#document/key-file.ts';
import { type Signer, signBytes } from '#document/signature.ts';
import { Refusal } from '../refusal.ts';

/** A signature and what its receipt states about it. */
interface Signed {
  keyId: string;
  /** Base64. */
  signature: string;
}

export interface Signing {
  /** @throws Refusal `service_unavailable` while there is no key */
  sign(bytes: Uint8Array): Signed;
}

/** How often the file is checked: a rotation is seen within a second (docs/operation.md#5). */
const lookMilliseconds = 500;

/**
 * @param onError called once for each version of the file that cannot be used
 * @throws EnvironmentError when SIGNING_KEY is not a key
 */
export function openSigning(
  { signingKey, dataDir }: { signingKey?: string | undefined; dataDir: string },
  now: () => number,
  onError: (error: unknown) => void,
): Signing {
  const given = signingKey ? readGiven(signingKey) : undefined;
  const path = join(dataDir, 'signing-keys', 'keys.pem');
  let signer: Signer | undefined;
  let stamp = '';
  let lookedAt = Number.NEGATIVE_INFINITY;
  const look = () => {
    if (Math.abs(now() - lookedAt) < lookMilliseconds) return;
    lookedAt = now();
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
    const found = stat ? `${stat.ino}.${stat.mtimeNs}.${stat.size}` : '';
    if (found === stamp) return;
    stamp = found;
    try {
      signer = stat && readTenantSigner(readFileSync(path, 'utf8'));
    } catch (error) {
      onError(error);
    }
  };
  return {
    sign: bytes => {
      if (!given) look();
      const active = given ?? signer;
      if (!active) throw noKey();
      return { keyId: active.keyId, signature: Buffer.from(signBytes(bytes, active)).toString('base64') };
    },
  };
}

function readGiven(text: string): Signer {
  try {
    return readTenantSigner(text);
  } catch (error) {
    if (error instanceof KeyFileError) throw new EnvironmentError(`SIGNING_KEY: ${error.message}`);
    throw error;
  }
}

const noKey = (): Refusal =>
  new Refusal(
    'service_unavailable',
    'The service has no signing key now, so nothing can be registered. Try again later; the operator makes a key by building the catalog.',
    { headers: { 'Retry-After': '60' } },
  );
