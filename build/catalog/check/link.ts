/**
 * Links: paths from the root to something that exists.
 *
 * - `[x](../patterns/y.md)` is refused: pages are served at several addresses, so only paths from the root are stable.
 * - `[x](/patterns/nowhere.md)` and `[x](/patterns/y.md#nowhere)` are refused.
 * - `[x](http://localhost:8090/patterns/y.md)`, as copied from a preview, is refused.
 * - `[x](http://example.org/a b)` is refused: an external address must be a well-formed http, https or mailto URL.
 */
import type { Fault } from '#document/text/fault.ts';
import { firstForeignLetter } from '#document/text/letter.ts';
import { didYouMean } from '#document/text/suggestion.ts';
import type { Catalog } from '../source/catalog.ts';
import type { VersionFacts } from '../source/facts.ts';
import type { Link } from '../source/markdown.ts';
import type { ParsedSource } from '../source/source.ts';
import type { SourceFault } from '../source/source-fault.ts';

/** What a preview or a server on the machine of an editor is called. */
const isOwnMachine = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)$/;

/** The form of each link, which can be checked within one source. */
export function checkLinkForm({ links, anchors }: ParsedSource): Fault[] {
  return links.flatMap(link => {
    const advice = formAdvice(link, anchors);
    if (!advice) return [];
    return [{ field: '', rule: 'link-form', ...advice, line: link.line, column: link.column }];
  });
}

function formAdvice(
  { url }: Link,
  anchors: readonly string[],
): { message: string; help: string } | undefined {
  if (url.startsWith('#')) {
    if (anchors.includes(url.slice(1))) return undefined;
    const help = `Name a heading of this page: ${anchors.join(', ') || 'it has none'}.`;
    return { message: `No heading of this page has the anchor \`${url}\`.`, help };
  }
  if (url.startsWith('/') && !url.startsWith('//')) return undefined;
  if (/^(?:https?|mailto):/i.test(url)) {
    if (!URL.canParse(url))
      return { message: `\`${url}\` is not a well-formed URL.`, help: 'Correct the address.' };
    const { hostname, pathname, hash } = new URL(url);
    if (!isOwnMachine.test(hostname)) return undefined;
    const help = `Write the path from the root: \`${pathname.replace(/\.html$/, '.md')}${hash}\`.`;
    return { message: `The link \`${url}\` leads to the machine of its reader.`, help };
  }
  const message = `The link \`${url}\` is relative or of an unknown scheme.`;
  return { message, help: 'Write the path from the root: `/patterns/react-loop.md`.' };
}

/** The target of each internal link, once all pages are known. */
export function checkLinks(catalog: Catalog): SourceFault[] {
  return catalog.sources.flatMap(({ file, facts, more }) =>
    facts.links
      .filter(link => link.url.startsWith('/'))
      .flatMap(link => {
        const isPublished = (more as Partial<VersionFacts>).published === true;
        const advice = targetAdvice(link.url, catalog, isPublished);
        if (!advice) return [];
        const { line, column } = link;
        return [{ file, field: '', rule: 'broken-link', ...advice, line, column }];
      }),
  );
}

/** What a page is of, as references to it call it. */
function causeOf(path: string): string {
  const [, folder, name] = /^\/(patterns|research)\/([^/.]+)(?:\.md|\/)/.exec(path) ?? [];
  if (name === undefined) return `page:${path}`;
  return `${folder === 'patterns' ? 'pattern' : 'research_record'}:${name}`;
}

function targetAdvice(
  url: string,
  catalog: Catalog,
  isPublished: boolean,
): Pick<SourceFault, 'message' | 'help' | 'cause'> | undefined {
  const [path = '', anchor] = url.split('#');
  const anchors = catalog.anchors.get(path.split('?')[0]!);
  if (!anchors) {
    const alias = /^\/patterns\/([^/]+)\.md$/.exec(path)?.[1];
    const canonical = alias && catalog.aliases.get(alias);
    // The server redirects there, and the link cannot change.
    if (canonical && isPublished) return undefined;
    const cause = causeOf(path);
    if (canonical)
      return {
        cause,
        message: `\`${alias}\` is an alias of the pattern \`${canonical}\`.`,
        help: `Link to \`/patterns/${canonical}.md\`.`,
      };
    const message = `The link leads to \`${path}\`, which is no page of the catalog.`;
    const foreign = firstForeignLetter(path);
    if (foreign) return { cause, message, help: `It has ${foreign.called}: type it again.` };
    return {
      cause,
      message,
      help: `Link to a page that exists.${didYouMean(path, [...catalog.anchors.keys()])}`,
    };
  }
  if (anchor === undefined || anchors === 'any' || anchors.includes(anchor)) return undefined;
  const message = `The page \`${path}\` has no anchor \`#${anchor}\`.`;
  return {
    cause: `page:${url}`,
    message,
    help: `Anchors there: ${anchors.join(', ') || 'none'}.${didYouMean(anchor, anchors)}`,
  };
}
