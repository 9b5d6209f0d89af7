/** The files that search in a browser loads: the ranking as one module, and the index that it reads. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { transform } from 'sucrase';
import { sha256Hex } from '#document/text/digest.ts';
import { byText, type PageEntry } from '#document/text/manifest.ts';
import { packed } from '#edition/search/packed.ts';
import { SearchIndex } from '#edition/search/search-index.ts';
import { filePage, type Page } from './compose/page.ts';

/** Where a browser begins: it names the other files. */
const corePath = '/reading/search.json';

const digits = 12;
const javascript = 'text/javascript; charset=utf-8';
const json = 'application/json';

/** The files for some pages. They are made when they are first read: most builds change nothing in them. */
export function searchFilePages(pages: readonly Page[]): Page[] {
  const entries = pages
    .filter(({ mediaType, title }) => mediaType.startsWith('text/markdown') && title !== undefined)
    .map(entryOf)
    .sort((a, b) => byText(a.path, b.path));
  const module = modulePage();
  const index = packed(SearchIndex.of(entries));
  const files = [...index.shards, index.vocabulary].map(file => `${JSON.stringify(file)}\n`);
  const version = sha256Hex(files.join('')).slice(0, digits);
  const stem = `/reading/search-${version}`;
  const core = { module: module.path.slice('/reading/'.length), version, ...index.core };
  return [
    module,
    filePage(corePath, 'reading', json, `${JSON.stringify(core)}\n`),
    ...files.map((text, at) => ({
      ...filePage(`${stem}-${at < index.shards.length ? at : 'words'}.json`, 'reading', json, text),
      immutable: true,
    })),
  ];
}

const entryOf = ({ path, kind, title, description, listed, tokens = 0, search }: Page): PageEntry =>
  ({ path, kind, title, description, listed, tokens, ...(search && { search }) }) as PageEntry;

/** The modules of the ranking, each after those that it needs; the last is what pages load. */
const modules = [
  ...[
    'words',
    'synonyms',
    'rarest',
    'engine',
    'expansion-scores',
    'foreign',
    'joined-task',
    'near-names',
    'names',
    'order',
  ],
  ...[
    'query-expansion',
    'outside',
    'searched',
    'task-ranker',
    'team',
    'lookup',
    'search-index',
    'packed',
    'opened',
    'highlight',
  ],
];

/** Where a package of the project, which has no sources, has the ranking as one module. */
export const searchModuleFile = 'code/search.js';

let made: Page | undefined;

function modulePage(): Page {
  if (made) return made;
  const packed = join(import.meta.dirname, '../..', searchModuleFile);
  const text = existsSync(packed) ? readFileSync(packed, 'utf8') : searchModule();
  made = {
    ...filePage(`/reading/search-${sha256Hex(text).slice(0, digits)}.js`, 'reading', javascript, text),
    immutable: true,
  };
  return made;
}

/** The ranking as one module for browsers, made from the sources. */
export function searchModule(): string {
  const library = join(createRequire(import.meta.url).resolve('minisearch'), '../../es');
  const parts = [
    part('minisearch', readFileSync(join(library, 'index.js'), 'utf8')),
    part('minisearch/SearchableMap', readFileSync(join(library, 'SearchableMap.js'), 'utf8')),
    ...modules.map(name =>
      part(name, readFileSync(join(import.meta.dirname, '../edition/search', `${name}.ts`), 'utf8')),
    ),
  ];
  return `${before}${parts.join('')}${after}`;
}

const before = `const made = {};
const need = name => made[name.replace(/^.*\\/(?!SearchableMap)|\\.ts$/g, '')];
const part = (name, make) => make((made[name] = {}), need);
`;

const after = `export const { OpenedSearch } = made.opened;
export const { highlighted } = made.highlight;
`;

/** A module as a part of the file: without types and comments. */
function part(name: string, source: string): string {
  const { code } = transform(source, { transforms: ['typescript', 'imports'], production: true });
  const lean = withoutComments(code);
  return `part('${name}', (exports, require) => {\n${lean}\n});\n`;
}

/** Code without the comments that have lines of their own, and without indents. */
function withoutComments(code: string): string {
  let isWithin = false;
  const kept = code.split('\n').map(line => {
    const text = line.trim();
    const starts = text.startsWith('/*');
    const isComment = isWithin || starts || text.startsWith('//');
    if (isWithin || starts) isWithin = !text.endsWith('*/');
    return isComment ? '' : text;
  });
  return kept.filter(line => line !== '').join('\n');
}
