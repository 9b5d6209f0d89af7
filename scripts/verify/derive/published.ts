/** How published text is read back as what an editor wrote. */
import type { SearchSituation } from '#document/text/manifest.ts';
import { staticNote } from '#document/text/static-note.ts';
import type { Page } from '../tree.ts';

/** A body without the title that the build wrote, and without what it says of a tree of plain files. */
export function withoutTitle(body: string): string {
  const untitled = body.replace(/^# [^\n]*\n+/, '');
  return untitled.startsWith(staticNote) ? untitled.slice(staticNote.length).replace(/^\n+/, '') : untitled;
}

/** A body without its last line, if that begins with a text, and without the empty lines before it. */
export function withoutLastLine(body: string, beginning: string): string {
  const at = body.lastIndexOf(`\n${beginning}`);
  const isLast =
    at >= 0 &&
    !body
      .slice(at + 1)
      .trimEnd()
      .includes('\n');
  return isLast ? `${body.slice(0, at).trimEnd()}\n` : body;
}

/** Plain text as it was before `escapeMarkdown`. */
export const unescaped = (text: string): string => text.replace(/\\([ -/:-@[-`{-~])/g, '$1');

/** The phrases of situations, which no page shows: the entry for search alone holds them. */
export const phrasesOf = ({ entry }: Page): { asked_as?: SearchSituation[] } =>
  entry?.search?.situations ? { asked_as: entry.search.situations } : {};

/** What comes before and after a text in a body; all of it when the text is not there. */
export function partsAt(body: string, text: string): [before: string, after?: string] {
  const at = `\n\n${body}`.indexOf(text);
  return at < 0 ? [body] : [body.slice(0, Math.max(0, at - 2)), body.slice(at - 2 + text.length)];
}
