/**
 * Makes a catalog of N valid documents from a seed: patterns, research records, domains, and published versions of
 * starters and formations with their ledger. The same N and seed give the same bytes.
 *
 *     tsx scripts/large-catalog/generate.ts FOLDER N [SEED]
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { domainNames } from '#build/kind/field.ts';
import { publicationFolder } from '#build/kind/publication.ts';
import { type Layout, layoutOf } from './layout.ts';
import { domainText, fixedTexts } from './text-fixed.ts';
import { patternText, publisherText, recordText } from './text-page.ts';
import { publicationText, versionText } from './text-version.ts';
import { chance } from './words.ts';

/** Raised when the text of any document changes, so that folders made before are made again. */
const format = 6;
const stampFile = '.generated';

/** Makes the catalog in a folder, unless it is there already. */
export function generate(folder: string, count: number, seed = 1): void {
  const stamp = JSON.stringify({ format, count, seed });
  const stampPath = join(folder, stampFile);
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return;
  rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of documents(layoutOf(count), seed)) write(join(folder, name), text);
  writeFileSync(stampPath, stamp);
}

/** Every document of a catalog, by its name. */
export function* documents(layout: Layout, seed: number): Generator<[name: string, text: string]> {
  const luck = chance(seed);
  yield* Object.entries(fixedTexts);
  for (const domain of domainNames) yield [`domains/${domain}.md`, domainText(domain, luck)];
  for (const publisher of layout.publishers) yield [`publishers/${publisher}.md`, publisherText(publisher)];
  for (const index of layout.records.keys()) {
    yield [`research/${layout.records[index]}.md`, recordText(layout, index, luck)];
  }
  for (const index of layout.patterns.keys()) {
    yield [`patterns/${layout.patterns[index]}.md`, patternText(layout, index, luck)];
  }
  for (const version of versionsOf(layout)) {
    const text = versionText(version, layout, luck);
    yield [version.path.slice(1), text];
    yield [publicationFolder + version.path, publicationText(text)];
  }
}

function versionsOf({ starters, formations, publishers }: Layout) {
  const made = starters.map(version => ({
    ...version,
    kind: 'starter' as const,
    path: `/starters/${version.name}/${version.version}.md`,
  }));
  const published = formations.map((version, index) => {
    // Versions of one name stand together, three by three, and have one publisher.
    const publisher = publishers[Math.floor(index / 3) % publishers.length]!;
    const path = `/formations/${publisher}/${version.name}/${version.version}.md`;
    return { ...version, publisher, kind: 'formation' as const, path };
  });
  return [...made, ...published];
}

const folders = new Set<string>();

function write(path: string, text: string): void {
  const folder = dirname(path);
  if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
  folders.add(folder);
  writeFileSync(path, text);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder = '', count = '', seed = '1'] = process.argv.slice(2);
  generate(folder, Number(count), Number(seed));
}
