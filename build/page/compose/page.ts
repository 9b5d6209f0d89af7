/** Pages before they are written: where each goes, how it is described, and how its text is made. */

import { head, type Kind, schemaVersion } from '#document/kind/kind.ts';
import { writeDocument } from '#document/text/front-matter.ts';
import type { PageEntry, SearchEntry } from '#document/text/manifest.ts';
import { markdown } from '#document/text/media-type.ts';
import { escapeMarkdown } from '#document/text/plain-text.ts';
import type { Beside } from '#edition/beside.ts';
import type { Topology } from '#edition/drawing/topology.ts';
import type { Rendering } from '#edition/rendering.ts';

/** The address and the kind of host for which pages are made. */
export interface Setting {
  /** The address that the pages state as their own, without a slash at the end. */
  baseUrl: string;
  /** Whether a host of plain files serves the pages (`static.ts`); false if absent. */
  isStatic?: boolean | undefined;
  /** Whether the reading edition is made, which is an HTML page for people beside each Markdown page; false if absent. */
  reading?: boolean | undefined;
}

type Described = Pick<
  PageEntry,
  | 'path'
  | 'kind'
  | 'title'
  | 'description'
  | 'described_by'
  | 'canonical'
  | 'links'
  | 'last_modified'
  | 'ticket'
  | 'search'
  | 'artifact'
  | 'same_as'
  | 'immutable'
>;

export interface Page extends Described {
  /** The path of the file with its bytes in `dist/`. */
  file: string;
  mediaType: string;
  listed: boolean;
  text(): string | Uint8Array;
  /** The number of tokens of the text; absent if nobody has counted them yet. */
  tokens?: number;
  /** The rendering of the text in the reading edition; if it is absent, the page is the text itself. */
  rendering?: Rendering;
  /** The topology that the drawing on the page shows; absent if it has none. */
  topology?: Topology;
  /** Returns the fields of its front matter that other pages show; absent if the fields of its source suffice. */
  about?: () => Record<string, unknown>;
  /** The facts around the text, for a page that the server renders again; absent for others. */
  beside?: Beside;
}

/** Returns the path of the reference of a schema, such as `formation.pattern/v0.1`. */
export function schemaPath(schema: string): string {
  return `/docs/schemas/${schema.replace(/^formation\./, '').split('/')[0]}/${schemaVersion}.md`;
}

/** Makes a Markdown page from its parts: common fields, the fields of its kind, a title and a body. */
export function composedPage(page: {
  kind: Kind;
  path: string;
  title: string;
  description: string;
  fields?: () => Record<string, unknown>;
  body: () => string;
  setting: Setting;
  listed?: boolean;
  /** The path of its file, if the path of the page does not give one. */
  file?: string;
  canonical?: string;
  search?: SearchEntry;
  about?: () => Record<string, unknown>;
}): Page {
  const { kind, path, title, description, setting } = page;
  return {
    path,
    file: page.file ?? path.slice(1),
    kind: kind.kind,
    mediaType: markdown,
    title,
    description,
    described_by: schemaPath(kind.schema),
    listed: page.listed ?? true,
    ...(page.canonical && { canonical: page.canonical }),
    ...(page.search && { search: page.search }),
    ...(page.about && { about: page.about }),
    text: () => {
      const common = {
        ...head(kind, { path, baseUrl: setting.baseUrl, title, description }),
        // A query chooses among pages of one path.
        path: path.split('?')[0],
      };
      return writeDocument({ ...common, ...page.fields?.() }, `# ${escapeMarkdown(title)}\n\n${page.body()}`);
    },
  };
}

/** Makes a page that only programs read. */
export const filePage = (path: string, kind: string, mediaType: string, text: string | Uint8Array): Page => ({
  path,
  file: path.slice(1),
  kind,
  mediaType,
  listed: false,
  text: () => text,
  tokens: 0,
});

/** Writes a line of an index: a link and a note, both given as plain text. */
export const indexLine = (name: string, path: string, note: string): string =>
  markdownLine(escapeMarkdown(name), path, escapeMarkdown(note));

/** Writes a line of an index from a name and a note that are Markdown already. */
export const markdownLine = (name: string, path: string, note: string): string =>
  `- [${name}](${path}): ${note}`;
