/** Writes manifests in tests, whatever they list. */
import type { KeyRing } from '#document/proof/signature.ts';
import { byText, type ManifestFile, type PageEntry, partsOf } from '#document/text/manifest.ts';
import { signManifest } from '../../build/document/proof/disk/trust.ts';
import { write } from './folder.ts';

/** Writes the manifest of some entries, with its parts and its signature. */
export function writeManifest(
  dist: string,
  manifest: Omit<ManifestFile, 'parts'>,
  entries: readonly PageEntry[],
  ring: KeyRing,
): void {
  const made = partsOf([...entries].sort((a, b) => byText(a.path, b.path)));
  for (const { part, bytes } of made) write(dist, part.file, bytes);
  const parts = made.map(({ part }) => part);
  const text = Buffer.from(`${JSON.stringify({ ...manifest, parts }, null, 1)}\n`);
  write(dist, 'manifest.json', text);
  write(dist, 'manifest.json.sig', signManifest(text, ring));
}
