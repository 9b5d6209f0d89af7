/** Checks that the signing keys can be read, and that the served catalog was signed with them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rawPublicKey, type Signer, verifyBytes } from '#document/proof/signature.ts';
import { manifestFile, manifestSignatureFile } from '#document/text/manifest.ts';
import { keyFilePath, loadKeyRing } from '../../../build/document/proof/disk/signing-key.ts';
import { rfc3339 } from '../../../server/support/time.ts';
import type { Check, Finding } from './check.ts';

export const keys: Check = async ({ config, now }) => {
  const { dataDir, signingKey, distDir } = config;
  const file = keyFilePath(dataDir);
  // Reading would make keys where there are none.
  if (!signingKey && !existsSync(file))
    return [
      { found: `There are no keys in ${file}.`, fix: 'Run `npm run build`, or restore them from a backup.' },
    ];
  const ring = loadKeyRing({ signingKey, dataDir, now: rfc3339(now) });
  const where = signingKey ? 'SIGNING_KEY' : file;
  return [
    { found: `${where} holds a publication, a tenant and a log key.` },
    ...signed(distDir, ring.publication.active),
  ];
};

function signed(distDir: string, { privateKey }: Signer): Finding[] {
  const [manifest, signature] = [manifestFile, manifestSignatureFile].map(name => join(distDir, name));
  if (!existsSync(manifest!) || !existsSync(signature!)) return [];
  if (verifyBytes(readFileSync(manifest!), readFileSync(signature!), rawPublicKey(privateKey)))
    return [{ found: 'dist was signed with the active publication key.' }];
  return [
    {
      found: 'dist was not signed with the active publication key.',
      fix: 'Run `npm run build` with the DATA_DIR or SIGNING_KEY of this service.',
    },
  ];
}
