/** The sources that tests of trust share, and how their pages are read. */
import assert from 'node:assert/strict';
import { type Kind, publishedSchema } from '#document/kind/kind.ts';
import type { StatusChange } from '#document/kind/statuses.ts';
import type { Signer } from '#document/proof/signature.ts';
import { sha256Hex } from '#document/text/digest.ts';
import { readDocument, writeDocument } from '#document/text/front-matter.ts';
import { validate } from '#document/text/validate.ts';
import { makeTrust, type TrustSources } from '../../../../../build/document/proof/disk/trust.ts';
import { testRing } from '../../../../keys.ts';

export const artifact = (name: string, published_at: string) => {
  const bytes = new Uint8Array(Buffer.from(`---\nname: ${name}\n---\n\nÜber ${name}.\n`));
  return { path: `/starters/${name}/1.0.0.md`, bytes, digest: `sha256:${sha256Hex(bytes)}`, published_at };
};
export const one = artifact('one', '2026-01-01T00:00:00Z');
export const two = artifact('two', '2026-03-01T00:00:00Z');
const superseded: StatusChange = {
  path: one.path,
  status: 'superseded',
  since: '2026-03-02T00:00:00Z',
  superseded_by: two.path,
};
export const sources: TrustSources = {
  artifacts: [one, two],
  changes: [superseded],
  ring: testRing(),
  baseUrl: 'https://catalog.example',
  log: undefined,
};
export const trust = makeTrust(sources);
export const pageAt = (path: string, of = trust) => {
  const page = of.pages.find(each => each.path === path)!;
  return { ...page, text: writeDocument(page.value, page.body) };
};
export const addressOf = ({ digest }: { digest: string }) => `/artifacts/sha256/${digest.slice(7)}`;
export const fieldsOf = (kind: unknown, path: string, of = trust) => {
  const parsed = readDocument(pageAt(path, of).text);
  assert.ok(parsed.ok);
  const valid = validate(publishedSchema(kind as Kind), parsed.document);
  assert.ok(valid.ok, JSON.stringify(valid));
  return valid.value as Record<string, unknown>;
};

export const exampleVersions = ['/starters/solo-mender/1.0.0.md', '/formations/house/mending-pair/1.0.0.md'];
export const retired = (signer: Signer): Signer => ({
  ...signer,
  state: 'retired',
  notAfter: '2026-12-01T00:00:00Z',
});
