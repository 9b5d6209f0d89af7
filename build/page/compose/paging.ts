/**
 * Lists on several pages: the first stands where the whole list would (`/patterns/index.md`), the others are numbered from 2
 * (`/patterns/index/2.md`). A list that fits on one page is that page, unchanged.
 */
import { tokensOf } from '../../catalog/source/token-count.ts';
import { composedPage, type Page } from './page.ts';

/**
 * A part of a list: a text before its lines, such as a heading, and the lines. A part that continues on the next page repeats
 * that text.
 */
export interface Part {
  before?: string;
  /** The head of a table whose rows the lines are; each page of it repeats the head. */
  head?: string;
  lines: readonly string[];
}

type Composed = Parameters<typeof composedPage>[0];

interface PagedList extends Omit<Composed, 'path' | 'body' | 'fields' | 'file'> {
  /** The path of the first page. */
  path: string;
  fields?: Record<string, unknown>;
  /** The beginning of the first page. */
  intro?: string;
  parts: readonly Part[];
  /** The end of the last page. */
  end?: string;
  /** The most tokens of lines on a page. */
  tokens: number;
  /** Whether the kind has the fields `page`, `pages` and `next`. */
  numbered?: boolean;
}

/** Returns the path of a page of a list: `/patterns/index.md`, `/patterns/index/2.md`. */
export const numberedPath = (path: string, number: number): string =>
  number === 1 ? path : path.replace(/\.md$/, `/${number}.md`);

/** Makes the pages of a list. */
export function listPages({
  intro,
  parts,
  end,
  tokens,
  numbered = true,
  fields,
  about,
  ...page
}: PagedList): Page[] {
  const bodies = divided(parts, tokens);
  return bodies.map((body, at) => {
    const number = at + 1;
    const isLast = number === bodies.length;
    const path = numberedPath(page.path, number);
    const next = isLast ? undefined : numberedPath(page.path, number + 1);
    const texts = [at === 0 && intro, body, isLast && end, turns(page.path, number, bodies.length)];
    const text = texts.filter(Boolean).join('\n\n');
    const place = { page: number, pages: bodies.length, ...(next && { next }) };
    return {
      ...composedPage({
        ...page,
        path,
        title: number === 1 ? page.title : `${page.title}, page ${number}`,
        description:
          number === 1
            ? page.description
            : `${page.description.slice(0, 260)} Page ${number} of ${bodies.length}.`,
        fields: () => ({ ...fields, ...(numbered && bodies.length > 1 && place) }),
        body: () => text,
        ...(about && number === 1 && { about }),
      }),
      ...(next && { links: [`<${next}>; rel="next"; type="text/markdown"`] }),
    };
  });
}

/** Returns the first lines that have at most this many tokens together, and at least one line. */
export function fitting(lines: readonly string[], tokens: number): string[] {
  let used = 0;
  const end = lines.findIndex((line, at) => {
    used += tokensOf(line) + 1;
    return at > 0 && used > tokens;
  });
  return lines.slice(0, end === -1 ? lines.length : end);
}

/** Writes the links to the previous and next page of a list; empty for a single page. */
function turns(path: string, number: number, pages: number): string {
  if (pages === 1) return '';
  const link = (name: string, to: number) =>
    to >= 1 && to <= pages ? ` [${name}](${numberedPath(path, to)})` : '';
  return `Page ${number} of ${pages}.${link('Previous', number - 1)}${link('Next', number + 1)}`;
}

/** Divides a list into pages that have at most so many tokens each, or a single line. */
function divided(parts: readonly Part[], tokens: number): string[] {
  const pages: string[] = [];
  let blocks: string[] = [];
  let used = 0;
  const turn = () => {
    pages.push(blocks.join('\n\n'));
    blocks = [];
    used = 0;
  };
  for (const { before, head, lines } of parts) {
    let heading = before;
    let taken: string[] = [];
    const close = () => {
      const rows = [head, ...taken].filter(Boolean).join('\n');
      const block = [heading, taken.length > 0 && rows].filter(Boolean).join('\n\n');
      if (block) blocks.push(block);
      taken = [];
    };
    const begun = heading ? tokensOf(heading) : 0;
    used += begun;
    for (const line of lines) {
      const more = tokensOf(line) + 1;
      if (used + more > tokens && (taken.length > 0 || blocks.length > 0)) {
        // A heading does not stand alone at the end of a page.
        if (taken.length > 0) {
          close();
          heading = heading?.split('\n')[0];
        }
        turn();
        used = heading ? tokensOf(heading) : 0;
      }
      taken.push(line);
      used += more;
    }
    close();
  }
  if (blocks.length > 0 || pages.length === 0) turn();
  return pages;
}
