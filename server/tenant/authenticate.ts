/** Finds the caller of a request, by `Authorization: Bearer atc_<credential id>_<secret>` (docs/tenants.md#1). */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Caller, Credential, CredentialStore, StoredCredential } from '../store/credential.ts';
import { BoundedMap } from '../support/bounded.ts';
import { Refusal } from '../support/refusal.ts';
import { seconds } from '../support/time.ts';

/**
 * Finds the credential in a header. Answers at once if the credential was checked a moment ago, so that pages need not wait.
 */
export type Authenticate = (header: string) => Caller | Promise<Caller>;

const form = /^Bearer +atc_([a-z0-9]{1,32})_([A-Za-z0-9_-]{43})$/i;

/**
 * The milliseconds for which a credential is trusted without asking the store again. A revocation must take effect in every
 * process within a second.
 */
const believedMilliseconds = 250;
const maxRemembered = 10_000;

/**
 * Makes the function that authenticates.
 * @throws Refusal, by that function: `unauthenticated` alike for a malformed, unknown, wrong, revoked or expired credential;
 *   `forbidden` if the tenant is suspended
 */
export function authenticator(
  store: Pick<CredentialStore, 'find'>,
  now: () => number,
  believed = believedMilliseconds,
): Authenticate {
  const remembered = new BoundedMap<string, { credential: StoredCredential & Caller; until: number }>(
    maxRemembered,
  );
  const check = (credential: (StoredCredential & Caller) | undefined, secret: string): Caller => {
    if (!credential || !isSecretOf(credential, secret) || !isInForce(credential, seconds(now())))
      throw unauthenticated();
    if (credential.suspendedAt !== null) throw suspended();
    return credential;
  };
  const lookUp = async (id: string, secret: string): Promise<Caller> => {
    const credential = await store.find(id);
    if (credential) remembered.set(id, { credential, until: now() + believed });
    return check(credential, secret);
  };
  return header => {
    const [, id, secret] = form.exec(header) ?? [];
    if (id === undefined || secret === undefined) throw unauthenticated();
    const known = remembered.get(id);
    const fresh = known && now() < known.until && known.until - now() <= believed;
    return fresh ? check(known.credential, secret) : lookUp(id, secret);
  };
}

/** Returns the id of the credential in a header; undefined if the header is malformed. */
export const credentialIdOf = (header: string): string | undefined => form.exec(header)?.[1];

/** Returns the SHA-256 of a secret in hexadecimal digits, as the store holds it. */
export function secretDigest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function isSecretOf({ secretSha256 }: StoredCredential, secret: string): boolean {
  return timingSafeEqual(Buffer.from(secretDigest(secret)), Buffer.from(secretSha256));
}

const isInForce = ({ revokedAt, expiresAt }: Credential, at: number): boolean =>
  revokedAt === null && (expiresAt === null || at < expiresAt);

const unauthenticated = (): Refusal =>
  new Refusal(
    'unauthenticated',
    'The credential is not valid. Send `Authorization: Bearer` with a token that the operator issued, or, for public pages, no Authorization at all.',
    { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } },
  );

const suspended = (): Refusal =>
  new Refusal(
    'forbidden',
    'The operator has suspended this tenant. Its credentials work again when the suspension ends; ask the operator.',
  );
