/** The page of the signing keys, which also says how the log is written and signed. */
import type { z } from 'zod';
import { signingKeys } from '../kind/signing-keys.ts';
import { logOrigin } from '../log/checkpoint.ts';
import { toBase64 } from '../log/hash.ts';
import { writeNoteKey } from '../log/note.ts';
import { type PublicSigningKey, publicKeyPem } from '../signature.ts';
import { type Place, type TrustPage, trustPage } from './page.ts';

export const keysPath = '/trust/keys.md';

export type ListedKey = z.infer<typeof signingKeys.fields>['keys'][number];

/**
 * The keys as a page.
 * @param since when a key counts as having begun that does not say so itself.
 */
export function keysPage(keys: readonly PublicSigningKey[], since: string, place: Place): TrustPage {
  return trustPage(signingKeys, place, {
    path: keysPath,
    title: 'Signing keys',
    description: 'The public keys that verify artifacts and the transparency log of this service.',
    fields: { keys: keys.map(key => listedKey(key, since, place)) },
    body: [useText(place), rotationText, logText(place)].join('\n'),
  });
}

function listedKey(key: PublicSigningKey, since: string, { baseUrl }: Place): ListedKey {
  return {
    key_id: key.keyId,
    algorithm: 'ed25519',
    public_key: toBase64(key.publicKey),
    public_key_pem: publicKeyPem(key.publicKey),
    log_key: writeNoteKey({ name: logOrigin(baseUrl), publicKey: key.publicKey }),
    state: key.state,
    not_before: key.notBefore ?? since,
    ...(key.notAfter !== undefined && { not_after: key.notAfter }),
  };
}

const useText = ({ baseUrl }: Place) => `## Use a key

The signature receipt of each artifact has the lines that verify it. This one writes a key as PEM, by its \`key_id\`:

\`\`\`sh
curl -sSf ${baseUrl}${keysPath} | sed -n '/key_id: .*KEY_ID/,/END/{s/^ *//;/BEGIN/,/END/p;}' > key.pem
\`\`\`
`;

const rotationText = `## Rotation

A retired key signs nothing new; what it signed keeps its signature. What a revoked key signed is signed again by the
active key.
`;

const logText = ({ baseUrl }: Place) => `## The log

Every publication and every change of status is an entry of an append-only log in the form of C2SP tlog-tiles, below
\`${baseUrl}/log/\`. Its name is \`${logOrigin(baseUrl)}\`. The active key alone signs [the checkpoint](/log/checkpoint); a
checkpoint that you kept from before may be signed by a key that is retired now. Whoever signed them, the older must be
the beginning of the newer.

An entry is a text whose lines each end in a newline, in one of two forms:

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
`;
