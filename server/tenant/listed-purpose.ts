/** The signing keys that the catalog lists. */
import { type KeyPurpose, signingKeys } from '#document/kind/signing-keys.ts';
import { readListedKey } from '#document/proof/document/keys.ts';
import { readDocument } from '#document/text/front-matter.ts';
import { oncePer } from '#document/text/once-per.ts';
import type { Site } from '../site/site.ts';

/** Returns the purpose of a key in the list of keys that is served; undefined if the list does not have the key. */
export const listedPurpose = (site: Site, keyId: string): KeyPurpose | undefined =>
  purposesIn(site).get(keyId);

const purposesIn = oncePer(({ keys: text }: Site): ReadonlyMap<string, KeyPurpose> => {
  const parsed = readDocument(text);
  const shape = signingKeys.fields.shape.keys;
  const keys = parsed.ok ? shape.safeParse(parsed.document.value.keys).data : undefined;
  return new Map(keys?.map(readListedKey).map(({ keyId, purpose }) => [keyId, purpose]));
});
