/** The files that search in a browser loads: the ranking as one module, and the index on which it works. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { sha256Hex } from '#document/text/digest.ts';
import { byText, type PageEntry } from '#document/text/manifest.ts';
import { packed } from '#edition/search/packed.ts';
import { SearchIndex } from '#edition/search/search-index.ts';
import { filePage, type Page } from '../compose/page.ts';

/** The path of the file that a browser loads first, which names the others. */
const corePath = '/reading/search.json';

const digits = 12;
const javascript = 'text/javascript; charset=utf-8';
const json = 'application/json';

/** Makes the files of search over some pages. */
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

/** The file that holds the ranking as one module in a package of the project, because a package has no sources. */
export const searchModuleFile = 'code/search.js';

let made: Page | undefined;

function modulePage(): Page {
  if (made) return made;
  const packed = join(import.meta.dirname, '../../..', searchModuleFile);
  const text = existsSync(packed) ? readFileSync(packed, 'utf8') : searchModule();
  made = {
    ...filePage(`/reading/search-${sha256Hex(text).slice(0, digits)}.js`, 'reading', javascript, text),
    immutable: true,
  };
  return made;
}

/** Bundles the sources of the ranking as one module for browsers, and returns its text. */
export function searchModule(): string {
  // A package of the project has the module, and no bundler.
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');
  const folder = join(import.meta.dirname, '../../edition/search');
  const { outputFiles } = buildSync({
    stdin: {
      contents: "export { OpenedSearch } from './opened.ts'; export { highlighted } from './highlight.ts';",
      resolveDir: folder,
    },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
  });
  return outputFiles[0]!.text;
}
