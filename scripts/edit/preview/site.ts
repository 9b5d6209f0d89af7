/** The content as a browser sees it: pages rendered when they are asked for, with what the checks say of them. */
import { resolve } from 'node:path';
import type { KeyRing } from '#document/proof/signature.ts';
import type { Fault } from '#document/text/fault.ts';
import { readDocument } from '#document/text/front-matter.ts';
import { files } from '#edition/asset.ts';
import { twinOf } from '#edition/html/markdown.ts';
import { readingPage } from '#edition/page.ts';
import { draw, drawingKey, drawn, render } from '#edition/rendering.ts';
import { readContentFile } from '../../../build/catalog/source/content-file.ts';
import { isError, type SourceFault, sortFaults } from '../../../build/catalog/source/source-fault.ts';
import type { Page } from '../../../build/page/compose/page.ts';
import { type Fixed, fixFile, sourceName } from '../../../build/run/fix.ts';
import { type Checked, WorkingCopy, type WorkingCopyPages } from '../../../build/run/working-copy.ts';

interface SiteOptions {
  contentDir: string;
  baseUrl: string;
  keys: KeyRing;
}

/** The answer to a path: status, media type and body. */
export interface Shown {
  status: 200 | 404;
  mediaType: string;
  body: string | Uint8Array;
  /** Why it is not what the files say now, in a sentence. */
  notice?: string;
}

/** A mistake as the preview shows it. */
interface Diagnostic extends Fault {
  file: string;
  /** Where the file is on this machine. */
  path: string;
  /** The page of the file. */
  page: string;
}

const html = 'text/html; charset=utf-8';

export class PreviewSite {
  readonly #options: SiteOptions;
  readonly #draft: WorkingCopy;
  readonly #drawings = new Map<string, string>();
  /** The last page that could be shown of each path that somebody looked at. */
  readonly #last = new Map<string, Shown>();
  #checked: Checked;
  #made: WorkingCopyPages;

  constructor(options: SiteOptions) {
    this.#options = options;
    const { contentDir, baseUrl } = options;
    this.#draft = new WorkingCopy({ contentDir, baseUrl, now: () => new Date().toISOString() });
    this.#draft.read();
    this.#checked = this.#draft.check();
    this.#made = this.#draft.pages(options.keys);
  }

  /** Where no pages can be made and no check says why. */
  #contradiction(): SourceFault[] {
    const { failure } = this.#made;
    if (failure === undefined || this.#checked.messages.some(isError)) return [];
    const message = `No pages can be made: ${failure instanceof Error ? failure.message : failure}.`;
    const help = 'Undo the last change. If the content is right, this is a bug of the build.';
    const file = this.#checked.catalog.fileOf('site.md');
    return [{ file, field: '', rule: 'pages', message, help, line: 1, column: 1 }];
  }

  /** Looks for changes, and takes them over. Says whether there were any. */
  refresh(): boolean {
    if (!this.#draft.read()) return false;
    this.#checked = this.#draft.check();
    this.#made = this.#draft.pages(this.#options.keys);
    return true;
  }

  get pages(): ReadonlyMap<string, Page> {
    return this.#made.pages;
  }

  /** Where a path leads that is another name of a page. */
  redirect(path: string): string | undefined {
    return this.#made.redirects.find(each => each.path === path)?.to;
  }

  /** All mistakes, those of the page of a path first. */
  diagnostics(path: string): Diagnostic[] {
    const all = sortFaults([...this.#checked.messages, ...this.#contradiction()]).map(message =>
      this.#diagnostic(message),
    );
    const isOwn = ({ page }: Diagnostic) => page === path;
    return [...all.filter(isOwn), ...all.filter(each => !isOwn(each))];
  }

  /**
   * Corrects in one file what is certain, as `build -- --fix` does.
   * @param file as diagnostics name it
   * @returns what was corrected; undefined when no mistake of that file has a certain correction
   */
  fix(file: string): Fixed[] | undefined {
    this.refresh();
    const { messages, catalog } = this.#checked;
    const faults = messages.filter(message => message.file === file && message.fix);
    if (faults.length === 0) return undefined;
    return fixFile(this.#options.contentDir, sourceName(file, catalog), faults, catalog);
  }

  /** Returns the present answer to a path. It never throws: a page that cannot be made shows its last state, or its file. */
  async show(path: string): Promise<Shown> {
    const { pages, outdated, failure } = this.#made;
    const name = nameOf(path);
    const page = pages.get(path);
    if (!page) return this.#withoutPage(path, name);
    try {
      const shown: Shown = { status: 200, mediaType: page.mediaType, body: await this.#bodyOf(page) };
      if (outdated.has(name)) return { ...shown, notice: notices.outdated };
      if (failure !== undefined) return { ...shown, notice: notices.contradiction };
      this.#last.set(path, shown);
      return shown;
    } catch {
      const last = this.#last.get(path);
      return last ? { ...last, notice: notices.broken } : this.#withoutPage(path, name);
    }
  }

  async #bodyOf(page: Page): Promise<string | Uint8Array> {
    const { text, rendering, topology } = page;
    if (!rendering) return text();
    const key = topology && drawingKey(topology);
    if (key && !this.#drawings.has(key)) this.#drawings.set(key, await draw(topology));
    return render(String(text()), { ...rendering, ...drawn(page, this.#drawings) });
  }

  /** A page of which there was never a state that could be used shows the text of its file. */
  #withoutPage(path: string, name: string): Shown {
    const isSource = path.endsWith('.html') && this.#made.outdated.has(name);
    const file = isSource ? readContentFile(this.#options.contentDir, name) : undefined;
    if (!file?.ok) return { status: 404, mediaType: html, body: this.#plain(path, missing) };
    const text = file.bytes.toString('utf8');
    return { status: 200, mediaType: html, body: this.#plain(path, text), notice: notices.unfinished };
  }

  #plain(path: string, source: string): string {
    const parsed = readDocument(source);
    const [text, body] = parsed.ok ? [source, parsed.document.body] : [source, source];
    const beside = { site: this.#made.pages.get('/')?.title ?? 'Preview', crumbs: [], parts: [] };
    const page = (shown: string) =>
      readingPage({ path: pathOf(path), text: shown, baseUrl: this.#options.baseUrl, files }, beside);
    try {
      return page(text);
    } catch {
      // Its fields are not what they should be.
      return page(body);
    }
  }

  #diagnostic(message: SourceFault): Diagnostic {
    const name = sourceName(message.file, this.#checked.catalog);
    const page = name === 'site.md' ? '/index.html' : (twinOf(`/${name}`) ?? `/${name}`);
    return { ...message, path: resolve(this.#options.contentDir, name), page };
  }
}

const missing =
  '---\ntitle: There is no such page\nkind: not found\n---\n\nIt appears as soon as its file exists.\n';

const notices = {
  outdated: 'The front matter cannot be used as it is. This page shows its last state in which it could.',
  contradiction: 'The mistakes keep pages from being made. All pages show their last state.',
  broken: 'This page cannot be made from what the files say now. It shows its last state.',
  unfinished: 'This page cannot be made yet. It shows the text of its file.',
};

/** The Markdown page that a path shows. */
const pathOf = (path: string): string => (path === '/index.html' ? '/' : path.replace(/\.html$/, '.md'));

/** The source that a path is the page of, if it has one of its own. */
const nameOf = (path: string): string => (pathOf(path) === '/' ? 'site.md' : pathOf(path).slice(1));
