/** Every page of the catalog as a resource, under the address that it has on the web. */
import { ProtocolError, ProtocolErrorCode, type Resource } from '@modelcontextprotocol/server';
import type { PageEntry } from '#document/manifest.ts';
import type { Completer, ResourceProvider } from './capability-provider.ts';
import type { McpContext } from './context.ts';
import { isText, mimeOf } from './media-type.ts';
import { pageAt } from './page-address.ts';

/** How many resources one part of the list holds. */
const partSize = 100;

/** The resources of the catalog. They come without tickets, which only tools give. */
export function pageResources(context: McpContext): ResourceProvider {
  return {
    get templates() {
      return [
        {
          uriTemplate: templateOf(context),
          name: 'pattern',
          title: 'Pattern by name',
          description: 'The page of an organisation pattern.',
          mimeType: 'text/markdown',
        },
      ];
    },
    list(cursor) {
      const { entries, baseUrl } = context.site();
      const listed = inReadingOrder(entries.filter(page => page.listed));
      const start = cursor === undefined ? 0 : startOf(cursor, listed.length);
      const items = listed.slice(start, start + partSize).map(page => resourceOf(page, baseUrl));
      const next = start + partSize;
      return { items, ...(next < listed.length && { nextCursor: cursorOf(next) }) };
    },
    async read(uri) {
      const page = isAddress(uri) ? pageAt(context, uri) : undefined;
      if (!page) return undefined;
      const { entry, identity } = await context.live(page);
      const mimeType = mimeOf(entry);
      if (!isText(entry)) return { contents: [{ uri, mimeType, blob: identity.body.toString('base64') }] };
      return { contents: [{ uri, mimeType, text: identity.body.toString('utf8') }] };
    },
  };
}

/** Completes the pattern of the template: slugs that begin with what was typed, then those that hold it. */
export function patternCompleter(context: McpContext): Completer {
  return ({ ref, argument }) => {
    if (ref.type !== 'ref/resource' || ref.uri !== templateOf(context)) return undefined;
    if (argument.name !== 'pattern') return [];
    const typed = argument.value.toLowerCase();
    const slugs = context
      .site()
      .entries.flatMap(({ kind, ticket }) => (kind === 'pattern' && ticket ? [ticket.subject] : []));
    const begin = slugs.filter(slug => slug.startsWith(typed));
    return [...begin, ...slugs.filter(slug => slug.includes(typed) && !slug.startsWith(typed))];
  };
}

/** What readers look for first, what is under a digest last. */
const inReadingOrder = (pages: readonly PageEntry[]): PageEntry[] =>
  [0, 1, 2].flatMap(rank => pages.filter(page => rankOf(page) === rank));

const rankOf = ({ search, path }: PageEntry): number =>
  search !== undefined ? 0 : path.startsWith('/artifacts/') ? 2 : 1;

const templateOf = (context: McpContext): string => `${context.site().baseUrl}/patterns/{pattern}.md`;

const isAddress = (uri: string): boolean => /^https?:\/\//i.test(uri);

function resourceOf(page: PageEntry, baseUrl: string): Resource {
  const { path, title, description, size, last_modified } = page;
  return {
    uri: baseUrl + path,
    name: path,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    mimeType: mimeOf(page),
    size,
    ...(last_modified !== undefined && { annotations: { lastModified: last_modified } }),
  };
}

const cursorOf = (start: number): string => Buffer.from(`from:${start}`).toString('base64url');

/** @throws ProtocolError -32602 for a cursor that was not given out */
function startOf(cursor: string, count: number): number {
  const start = Number(/^from:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'))?.[1]);
  if (start > 0 && start < count && start % partSize === 0 && cursorOf(start) === cursor) return start;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'There is no such cursor any more. List from the beginning.',
  );
}
