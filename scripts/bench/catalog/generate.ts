/**
 * Makes a catalog of about N valid documents from a seed: patterns, research records, domains, and published
 * starters with their ledger. The same N and seed give the same bytes.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { domainNames } from '#document/kind/field.ts';
import { publicationFolder } from '#document/kind/publication.ts';
import { statusFolder } from '#document/kind/statuses.ts';
import { domainText, fixedTexts } from './text-fixed.ts';
import { patternText, recordText } from './text-page.ts';
import { publicationText, supersededText, versionText } from './text-version.ts';
import { chance, type Layout, type Named, nouns } from './words.ts';

/** Writes the catalog into a folder. */
export function generate(folder: string, count: number): void {
  for (const [name, text] of documents(count, 1)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** The versions of each starter. As in the published catalog, about a quarter of all versions is in use. */
const versions = ['1.0.0', '1.1.0', '1.2.0', '1.3.0'];

/** Yields every document of a catalog, with its name. Kinds have about the same shares as in the published catalog. */
function* documents(count: number, seed: number): Generator<[name: string, text: string]> {
  const luck = chance(seed);
  const layout: Layout = {
    patterns: names(count * 0.15, 'p'),
    records: names(count * 0.45, 'r'),
    starters: names(count * 0.1, 's').flatMap(name => versions.map(version => ({ name, version }))),
  };
  yield* Object.entries(fixedTexts);
  for (const domain of domainNames) yield [`domains/${domain}.md`, domainText(domain, luck)];
  for (const [index, name] of layout.records.entries())
    yield [`research/${name}.md`, recordText(layout, index, luck)];
  for (const [index, name] of layout.patterns.entries())
    yield [`patterns/${name}.md`, patternText(layout, index, luck)];
  for (const [index, named] of layout.starters.entries()) {
    const path = pathOf(named);
    const text = versionText(named, layout, luck);
    yield [path.slice(1), text];
    yield [publicationFolder + path, publicationText(text)];
    const next = layout.starters[index + 1];
    if (next?.name === named.name) yield [statusFolder + path, supersededText(pathOf(next))];
  }
}

const pathOf = ({ name, version }: Named): string => `/starters/${name}/${version}.md`;

/** Returns distinct names that differ early, so that sorting mixes their order. */
const names = (count: number, mark: string): string[] =>
  Array.from({ length: Math.floor(count) }, (_, at) => `${nouns[(at * 7) % nouns.length]}-${mark}${at}`);
