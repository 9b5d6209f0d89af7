/** The content as a browser shows it: pages are rendered when they are requested, with the findings of the checks. */
import { resolve } from 'node:path';
import type { KeyRing } from '#document/proof/signature.ts';
import { readDocument } from '#document/text/front-matter.ts';
import { markdown } from '#document/text/media-type.ts';
import { files } from '#edition/asset.ts';
import { twinOf } from '#edition/html/markdown.ts';
import { readingPage } from '#edition/page.ts';
import { draw, drawingKey, drawn, render } from '#edition/rendering.ts';
import { readContentFile } from '../../../build/catalog/source/content-file.ts';
import { type SourceFault, sortFaults } from '../../../build/catalog/source/source-fault.ts';
import type { Page } from '../../../build/page/compose/page.ts';
import { fixFile, sourceName } from '../../../build/run/fix.ts';
import { type Checked, WorkingCopy, type WorkingCopyPages } from '../../../build/run/working-copy.ts';
import { searchTwin } from '../../../server/search/address.ts';
import { readSearchRequest } from '../../../server/search/request.ts';
import { findResults } from '../../../server/search/results.ts';
import type { Site } from '../../../server/site/site.ts';

/** The answer to an address: status, media type and body. */
export interface Shown {
  /** The canonical path of the page. */
  path: string;
  status: 200 | 404;
  mediaType: string;
  body: string | Uint8Array;
  /** The reason why the page differs from the present files, in a sentence; absent if it does not differ. */
  notice?: string;
}

/** A mistake as the preview shows it, with the path of its file on this machine and the page that is made from the file. */
export interface Diagnostic extends Omit<SourceFault, 'fix'> {
  path: string;
  page: string;
  fixable: boolean;
}

export class PreviewSite {
  readonly #options: { contentDir: string; baseUrl: string; keys: KeyRing };
  readonly #draft: WorkingCopy;
  readonly #drawings = new Map<string, string>();
  #checked!: Checked;
  #made!: WorkingCopyPages;
  #searched: Site | undefined;

  constructor(options: { contentDir: string; baseUrl: string; keys: KeyRing }) {
    this.#options = options;
    this.#draft = new WorkingCopy({ ...options, now: () => new Date().toISOString() });
    this.refresh();
  }

  /** Reads the files again if any have changed. Returns whether any had. */
  refresh(): boolean {
    if (!this.#draft.read()) return false;
    this.#checked = this.#draft.check();
    this.#made = this.#draft.pages(this.#options.keys);
    this.#searched = undefined;
    return true;
  }

  /** Returns the path to which another name of a page leads; undefined for any other path. */
  redirect(path: string): string | undefined {
    return this.#made.redirects.find(each => each.path === path)?.to;
  }

  /** Returns all mistakes, in the order of files and lines. */
  diagnostics(): Diagnostic[] {
    const { messages, catalog } = this.#checked;
    return sortFaults(messages).map(({ fix, ...message }) => {
      const name = sourceName(message.file, catalog);
      const page = name === 'site.md' ? '/index.html' : (twinOf(`/${name}`) ?? `/${name}`);
      return { ...message, path: resolve(this.#options.contentDir, name), page, fixable: fix !== undefined };
    });
  }

  /**
   * Fixes the mistakes in a file whose correction is certain, and returns their number.
   * @param file the name of the file in diagnostics
   */
  fix(file: string): number {
    this.refresh();
    const { messages, catalog } = this.#checked;
    const faults = messages.filter(message => message.file === file && message.fix);
    if (faults.length === 0) return 0;
    return fixFile(this.#options.contentDir, sourceName(file, catalog), faults, catalog).length;
  }

  /**
   * Returns the present answer to an address. For a page that cannot be made, it shows the text of the file.
   * @throws Refusal for a search that the service would refuse
   */
  async show(address: string): Promise<Shown> {
    const { pages, outdated, failure } = this.#made;
    const [start = '', query] = address.split('?', 2);
    const path = start === '/' ? '/index.html' : pages.has(address) ? address : start;
    if (path === searchTwin && query) return this.#search(new URLSearchParams(query));
    const name = path === '/index.html' ? 'site.md' : path.slice(1).replace(/\.html$/, '.md');
    const page = pages.get(path);
    if (!page && !outdated.has(name)) return this.#plain(path, missing, 404);
    try {
      const { mediaType } = page!;
      const shown: Shown = { path, status: 200, mediaType, body: await this.#bodyOf(page!) };
      if (outdated.has(name)) shown.notice = notices.outdated;
      else if (failure !== undefined) shown.notice = `${notices.contradiction} (${failure})`;
      return shown;
    } catch {
      const file = readContentFile(this.#options.contentDir, name);
      const text = file.ok ? file.bytes.toString('utf8') : '';
      return { ...this.#plain(path, text, 200), notice: notices.unfinished };
    }
  }

  /**
   * Returns the page of the results of a search, ranked as the service ranks them.
   * @throws Refusal for a search that the service would refuse
   */
  async #search(query: URLSearchParams): Promise<Shown> {
    this.#searched ??= siteOf(this.#made.pages, this.#options.baseUrl);
    const { text, address } = await findResults(readSearchRequest(query, this.#searched), this.#searched);
    const { mediaType, rendering } = this.#made.pages.get(searchTwin)!;
    if (rendering?.as !== 'page') throw new Error('There is no page for results of a search.');
    return { path: searchTwin, status: 200, mediaType, body: render(text, { ...rendering, path: address }) };
  }

  async #bodyOf(page: Page): Promise<string | Uint8Array> {
    const { text, rendering, topology } = page;
    if (!rendering) return text();
    const key = topology && drawingKey(topology);
    if (key && !this.#drawings.has(key)) this.#drawings.set(key, await draw(topology));
    return render(String(text()), { ...rendering, ...drawn(page, this.#drawings) });
  }

  /** Renders only the body of a document as a page. */
  #plain(path: string, source: string, status: 200 | 404): Shown {
    const parsed = readDocument(source);
    const text = parsed.ok ? parsed.document.body : source;
    const beside = { site: this.#made.pages.get('/')?.title ?? 'Preview', crumbs: [], parts: [] };
    const body = readingPage({ path, text, baseUrl: this.#options.baseUrl, files }, beside);
    return { path, status, mediaType: 'text/html; charset=utf-8', body };
  }
}

/** Returns a site with only the base URL and the entries of Markdown pages, which are all that search reads. */
function siteOf(pages: ReadonlyMap<string, Page>, baseUrl: string): Site {
  const entries = [...pages.values()]
    .filter(({ mediaType }) => mediaType === markdown)
    .map(({ text: _, mediaType, tokens = 0, ...page }) => ({
      ...page,
      ...{ media_type: mediaType, tokens, size: 0, digest: page.path },
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return { baseUrl, pages: new Map(), redirects: new Map(), entries } as unknown as Site;
}

const missing = '## There is no such page\n\nIt appears as soon as its file exists.\n';

const notices = {
  outdated: 'The front matter cannot be used as it is. This page shows its last state in which it could.',
  contradiction: 'The mistakes keep pages from being made. All pages show their last state.',
  unfinished: 'This page cannot be made yet. It shows the text of its file.',
};
