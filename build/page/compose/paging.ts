/**
 * Lists on several pages: the first page is at the address of the list (`/patterns/index.md`), and the others are numbered from 2
 * (`/patterns/index/2.md`). A list that fits on one page is not divided.
 */
import { tokensOf } from '../../catalog/source/token-count.ts';
import { composedPage, type Page } from './page.ts';

/**
 * A part of a list: a text before its lines, such as a heading, and the lines. If the part continues on the next page, that page
 * begins with the first line of the text.
 */
export interface Part {
  before?: string;
  /**
   * The head of a table of which the lines are the rows. It is repeated on each page of the table. Absent if the lines are no
   * table.
   */
  head?: string;
  lines: readonly string[];
}

type Composed = Parameters<typeof composedPage>[0];

interface PagedList extends Omit<Composed, 'path' | 'body' | 'fields' | 'file'> {
  /** The path of the first page. */
  path: string;
  fields?: Record<string, unknown>;
  /** The text before the list, on the first page; empty if absent. */
  intro?: string;
  parts: readonly Part[];
  /** The text after the list, on the last page; empty if absent. */
  end?: string;
  /** The most tokens of the lines on one page. */
  tokens: number;
  /** Whether the front matter of the kind has the fields `page`, `pages` and `next`; true if absent. */
  numbered?: boolean;
}

/** Returns the path of a page of a list by its number: `/patterns/index.md` for 1, `/patterns/index/2.md` for 2. */
export const numberedPath = (path: string, number: number): string =>
  number === 1 ? path : path.replace(/\.md$/, `/${number}.md`);

/** Makes the pages of a list, each with a link to the next. */
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

/** Returns the first lines that have at most `tokens` tokens together, but at least one line. */
export function fitting(lines: readonly string[], tokens: number): string[] {
  let used = 0;
  const end = lines.findIndex((line, at) => {
    used += tokensOf(line) + 1;
    return at > 0 && used > tokens;
  });
  return lines.slice(0, end === -1 ? lines.length : end);
}

/** Writes the number of a page of a list, with links to the previous and next page; empty for a list on a single page. */
function turns(path: string, number: number, pages: number): string {
  if (pages === 1) return '';
  const link = (name: string, to: number) =>
    to >= 1 && to <= pages ? ` [${name}](${numberedPath(path, to)})` : '';
  return `Page ${number} of ${pages}.${link('Previous', number - 1)}${link('Next', number + 1)}`;
}

/** Divides a list into the texts of its pages. Each page has at most `tokens` tokens of lines, or a single line. */
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
