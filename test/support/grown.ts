/** The published catalog grown by generated documents: many more patterns, records, starters and tasks, as editors may add them. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { domainNames } from '#document/kind/field.ts';
import { publicationFolder } from '#document/kind/publication.ts';
import { readDocument, writeDocument } from '#document/text/front-matter.ts';
import { families, tasks as generatedTasks } from '../../scripts/bench/catalog/text-fixed.ts';
import { patternText, recordText } from '../../scripts/bench/catalog/text-page.ts';
import { publicationText, versionText } from '../../scripts/bench/catalog/text-version.ts';
import { chance, type Layout } from '../../scripts/bench/catalog/words.ts';
import { write } from './folder.ts';

/** How many documents of each kind a catalog is to have, and how many tasks each domain. */
interface Size {
  patterns: number;
  starters: number;
  records: number;
  tasks: number;
}

const content = join(import.meta.dirname, '../../content');

/** Names that say that they were generated. */
const names = (count: number, mark: string): string[] =>
  Array.from({ length: Math.max(0, count) }, (_, at) => `generated-${mark}-${at}`);

const held = (folder: string): number => readdirSync(join(content, folder)).length;

/** Writes the published catalog into a folder, and generated documents until it has the size. */
export function growContent(folder: string, size: Size, seed: number): void {
  cpSync(content, folder, { recursive: true });
  const luck = chance(seed);
  const layout: Layout = {
    patterns: names(size.patterns - held('patterns'), 'pattern'),
    records: names(size.records - held('research'), 'record'),
    starters: names(size.starters - held('starters'), 'starter').map(name => ({ name, version: '1.0.0' })),
  };
  const own = familiesOf();
  for (const index of layout.records.keys())
    write(folder, `research/${layout.records[index]}.md`, recordText(layout, index, luck));
  for (const index of layout.patterns.keys()) {
    const text = patternText(layout, index, luck);
    const placed = text.replace(
      /^family: (.*)$/m,
      (_, family) => `family: ${own[families.indexOf(family) % own.length]}`,
    );
    write(folder, `patterns/${layout.patterns[index]}.md`, placed);
  }
  for (const named of layout.starters) {
    const path = `/starters/${named.name}/${named.version}.md`;
    const text = versionText(named, layout, luck);
    write(folder, path.slice(1), text);
    write(folder, publicationFolder + path, publicationText(text));
  }
  for (const domain of domainNames) growDomain(folder, domain, size.tasks, layout, luck);
}

function familiesOf(): string[] {
  const { families: all } = frontMatter('families.md') as { families: { slug: string }[] };
  return all.map(({ slug }) => slug);
}

function frontMatter(name: string): Record<string, unknown> {
  const parsed = readDocument(readFileSync(join(content, name), 'utf8'));
  if (!parsed.ok) throw new Error(`${name} cannot be read.`);
  return parsed.document.value;
}

/** Gives a domain more tasks: those that generated versions name, then others, each with advice and a starter to begin with. */
function growDomain(
  folder: string,
  domain: string,
  count: number,
  layout: Layout,
  luck: ReturnType<typeof chance>,
): void {
  const name = `domains/${domain}.md`;
  const parsed = readDocument(readFileSync(join(folder, name), 'utf8'));
  if (!parsed.ok) throw new Error(`${name} cannot be read.`);
  const { value, body } = parsed.document;
  const tasks = value.tasks as { name: string }[];
  const declared = new Set(tasks.map(task => task.name));
  const further = [...generatedTasks, ...names(count, 'task').map(each => each.replaceAll('-', '_'))];
  const added = further.filter(each => !declared.has(each)).slice(0, Math.max(0, count - tasks.length));
  const more = added.map(each => ({
    name: each,
    description: luck.sentence(10, 16),
    default: layout.starters.length > 0 ? luck.pick(layout.starters).name : 'one_agent',
    advice: luck.sentence(14, 22),
  }));
  writeFileSync(join(folder, name), writeDocument({ ...value, tasks: [...tasks, ...more] }, body));
}
