/** The manifest of a folder is signed by the active publication key, and with it every byte that it covers. */
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestFile, manifestSignatureFile } from '#document/manifest.ts';
import { verifyBytes } from '#document/signature.ts';
import type { Evidence } from '../evidence.ts';
import type { Fault } from '../fault.ts';
import { activeKey } from '../keys.ts';
import type { Tree } from '../tree.ts';
import type { Check } from './check.ts';

export const manifestCheck: Check = {
  name: 'manifest signature',
  run: (tree, evidence) => (tree.manifest === undefined ? [] : checkSignature(tree, evidence)),
};

function checkSignature(tree: Tree, { keys }: Evidence): Fault[] {
  const [file, where] = [manifestFile, manifestSignatureFile].map(name => join(tree.name, name)) as [
    string,
    string,
  ];
  const found = lstatSync(where, { throwIfNoEntry: false });
  if (!found?.isFile()) return [{ where, message: 'The manifest is not signed: this file is missing.' }];
  const active = activeKey(keys, 'publication');
  const publicKey = Buffer.from(active?.public_key ?? '', 'base64');
  if (active && verifyBytes(readFileSync(file), readFileSync(where), publicKey)) return [];
  const message = active
    ? `The signature ${manifestSignatureFile} of key ${active.key_id} does not match the manifest.`
    : 'No active publication key is listed that could have signed the manifest.';
  return [file, where].map(each => ({ where: each, message }));
}
