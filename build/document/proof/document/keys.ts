/** The page of the signing keys. It also says how the log is written and signed. */
import type { z } from 'zod';
import type { KeyPurpose } from '../../kind/signing-keys.ts';
import { signingKeys } from '../../kind/signing-keys.ts';
import { logOrigin } from '../log/checkpoint.ts';
import { toBase64 } from '../log/hash.ts';
import { writeNoteKey } from '../log/note.ts';
import { type PublicSigningKey, publicKeyPem } from '../signature.ts';
import { type Place, type TrustPage, trustPage } from './page.ts';

export const keysPath = '/trust/keys.md';

export type ListedKey = z.infer<typeof signingKeys.fields>['keys'][number];

/**
 * Makes the page that lists the signing keys, and says how they, their rotation and the log work.
 * @param since the time from which a key counts as valid if it does not state one
 */
export function keysPage(keys: readonly PublicSigningKey[], since: string, place: Place): TrustPage {
  return trustPage(signingKeys, place, {
    path: keysPath,
    title: 'Signing keys',
    description: 'The public keys that verify artifacts and the transparency log of this service.',
    fields: { keys: keys.map(key => listedKey(key, since, place)) },
    body: [purposeText, useText(place), rotationText, logText(keys, place)].join('\n'),
  });
}

/**
 * Converts a key from `/trust/keys.md` to the form that code uses. A key without a purpose, which is in an older list, is for
 * publications.
 */
export function readListedKey(key: ListedKey): PublicSigningKey {
  return {
    purpose: key.purpose ?? 'publication',
    keyId: key.key_id,
    publicKey: new Uint8Array(Buffer.from(key.public_key, 'base64')),
    state: key.state,
    notBefore: key.not_before,
    ...(key.not_after !== undefined && { notAfter: key.not_after }),
  };
}

/** Tells whether a list is from before keys had purposes. In such a list each key signed everything, including the log. */
export const isFormerList = (keys: readonly ListedKey[]): boolean =>
  keys.length > 0 && keys.every(key => key.purpose === undefined);

function listedKey(key: PublicSigningKey, since: string, { baseUrl }: Place): ListedKey {
  return {
    key_id: key.keyId,
    purpose: key.purpose,
    algorithm: 'ed25519',
    public_key: toBase64(key.publicKey),
    public_key_pem: publicKeyPem(key.publicKey),
    ...(key.purpose === 'log' && {
      log_key: writeNoteKey({ name: logOrigin(baseUrl, key.keyId), publicKey: key.publicKey }),
    }),
    state: key.state,
    not_before: key.notBefore ?? since,
    ...(key.notAfter !== undefined && { not_after: key.notAfter }),
  };
}

const useText = ({ baseUrl }: Place) => `## Use a key

The signature receipt of each artifact has the lines that verify it. This one writes a key as PEM, by its \`key_id\` and its
purpose; it writes nothing when the key has another purpose:

\`\`\`sh
curl -sSf ${baseUrl}${keysPath} | ${cutKey('KEY_ID', 'publication')} > key.pem
\`\`\`
`;

/**
 * Returns a `sed` command that extracts the PEM of a key from `/trust/keys.md`. The command prints nothing if the key has
 * another purpose.
 */
export const cutKey = (keyId: string, purpose: KeyPurpose): string =>
  `sed -n '/key_id: .*${keyId}/,/END/{s/^ *//;/^purpose: ${purpose}$/,/END/{/BEGIN/,/END/p;};}'`;

/** Returns the command that receipts had before keys had purposes. It extracts a key whatever its purpose. */
export const formerCutKey = (keyId: string): string =>
  `sed -n '/key_id: .*${keyId}/,/END/{s/^ *//;/BEGIN/,/END/p;}'`;

const purposeText = `## Purposes

- \`publication\` signs starters, formations and the manifest.
- \`tenant\` signs what the service keeps for a tenant: registered documents, evidence, recommendations.
- \`log\` signs the checkpoint of the log.

A signature counts for the purpose of its key alone: a tenant's document is never a publication, whoever it names as its
publisher. One exception is for the time before a purpose had keys: what a publication key signed for a tenant counts when
its \`signed_at\` is before the \`not_before\` of every tenant key.
`;

const rotationText = `## Rotation

A retired key signs nothing new; what it signed keeps its signature. What a revoked key signed is signed again by the
active key of its purpose.
`;

function logText(keys: readonly PublicSigningKey[], { baseUrl }: Place): string {
  const { keyId } = keys.find(key => key.purpose === 'log' && key.state === 'active')!;
  const origin = logOrigin(baseUrl, keyId);
  return `## The log

Every publication and every change of status is an entry of an append-only log in the form of C2SP tlog-tiles, below
\`${baseUrl}/log/\`. Its name is \`${origin}\`: it ends in the id of the key that alone signs
[the checkpoint](/log/checkpoint). Another key gives the log another name; the entries go on, and the next one holds the last
checkpoint under the old name. A checkpoint that you kept from before is signed by the key that its name ends in, or by a
publication key when it ends in \`/log\`. Whoever signed them, the older must be the beginning of the newer.

An entry is a text whose lines each end in a newline, in one of three forms:

\`\`\`text
formation.log/v0.1 published
path {path of the version}
digest sha256:{64 hexadecimal digits}
published_at {time}
\`\`\`

\`\`\`text
formation.log/v0.1 status
path {path of the version}
digest sha256:{64 hexadecimal digits}
status {active, deprecated, superseded or revoked}
reason_code {code}
since {time}
superseded_by {path of the successor; only when superseded}
\`\`\`

\`\`\`text
formation.log/v0.1 continued
origin {the former name of the log}
size {how many entries it had: those before this one}
root {base64 of the root of those entries}
signature {base64 as it stood in the signature line of that checkpoint}
\`\`\`
`;
}
