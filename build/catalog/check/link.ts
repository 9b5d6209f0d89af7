/**
 * Checks that each link within the catalog is a path from the root to an existing page and heading, and each other link a
 * well-formed URL.
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
import type { ParsedSource } from '../source/source.ts';
import { faultAt, type SourceFault } from '../source/source-fault.ts';

/** The hosts at which an editor's own machine serves a preview. */
const isOwnMachine = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)$/;

/**
 * Returns a fault for each link of a source that is wrong in itself, such as a link to an anchor that its own page lacks. The
 * target of the link is not looked up.
 */
export const checkLinkForm = ({ links, anchors }: ParsedSource): Fault[] =>
  links.flatMap(link => {
    const advice = formAdvice(link.url, anchors);
    return advice ? [faultAt(link, 'link-form', ...advice)] : [];
  });

/** Returns the message about the form of a link, and how to correct it; undefined if the form is right. */
function formAdvice(url: string, anchors: readonly string[]): [message: string, help: string] | undefined {
  if (url.startsWith('#')) {
    if (anchors.includes(url.slice(1))) return undefined;
    const help = `Name a heading of this page: ${anchors.join(', ') || 'it has none'}.`;
    return [`No heading of this page has the anchor \`${url}\`.`, help];
  }
  if (url.startsWith('/') && !url.startsWith('//')) return undefined;
  if (!/^(?:https?|mailto):/i.test(url)) {
    const help = 'Write the path from the root: `/patterns/react-loop.md`.';
    return [`The link \`${url}\` is relative or of an unknown scheme.`, help];
  }
  if (!URL.canParse(url)) return [`\`${url}\` is not a well-formed URL.`, 'Correct the address.'];
  const { hostname, pathname, hash } = new URL(url);
  if (!isOwnMachine.test(hostname)) return undefined;
  const help = `Write the path from the root: \`${pathname.replace(/\.html$/, '.md')}${hash}\`.`;
  return [`The link \`${url}\` leads to the machine of whoever reads it.`, help];
}

/** Returns a fault for each link within the catalog whose page or heading does not exist. Runs when all pages are known. */
export const checkLinks = (catalog: Catalog): SourceFault[] =>
  catalog.sources.flatMap(({ file, facts, more }) =>
    facts.links
      .filter(link => link.url.startsWith('/'))
      .flatMap(link => {
        const isPublished = (more as Partial<VersionFacts>).published === true;
        const advice = targetAdvice(link.url, catalog, isPublished);
        if (!advice) return [];
        const { message, help, cause } = advice;
        return [{ file, ...faultAt(link, 'broken-link', message, help), cause }];
      }),
  );

/**
 * Returns the target of a path in the form that joins messages with one cause: `pattern:NAME`, `research_record:NAME`, or
 * `page:PATH` for any other page.
 */
function causeOf(path: string): string {
  const [, folder, name] = /^\/(patterns|research)\/([^/.]+)(?:\.md|\/)/.exec(path) ?? [];
  if (name === undefined) return `page:${path}`;
  return `${folder === 'patterns' ? 'pattern' : 'research_record'}:${name}`;
}

interface Advice {
  message: string;
  help: string;
  cause: string;
}

function targetAdvice(url: string, catalog: Catalog, isPublished: boolean): Advice | undefined {
  const [path = '', anchor] = url.split('#');
  const anchors = catalog.anchors.get(path.split('?')[0]!);
  if (anchors) {
    if (anchor === undefined || anchors === 'any' || anchors.includes(anchor)) return undefined;
    const help = `Anchors there: ${anchors.join(', ') || 'none'}.${didYouMean(anchor, anchors)}`;
    return { cause: `page:${url}`, message: `The page \`${path}\` has no anchor \`#${anchor}\`.`, help };
  }
  const cause = causeOf(path);
  const alias = /^\/patterns\/([^/]+)\.md$/.exec(path)?.[1];
  const canonical = alias && catalog.aliases.get(alias);
  if (canonical) {
    // The server redirects there, and the link of a published version cannot change.
    if (isPublished) return undefined;
    const message = `\`${alias}\` is an alias of the pattern \`${canonical}\`.`;
    return { cause, message, help: `Link to \`/patterns/${canonical}.md\`.` };
  }
  const foreign = firstForeignLetter(path);
  const help = foreign
    ? `It has ${foreign.called}: type it again.`
    : `Link to a page that exists.${didYouMean(path, [...catalog.anchors.keys()])}`;
  return { cause, message: `The link leads to \`${path}\`, but the catalog has no such page.`, help };
}
