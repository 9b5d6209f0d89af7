/** The pages of the catalog as resources of MCP, under their web addresses (docs/mcp.md#10). */
import { ProtocolError, ProtocolErrorCode, type Resource } from '@modelcontextprotocol/server';
import { kindsOffered } from '#document/message/index.ts';
import type { PageEntry } from '#document/text/manifest.ts';
import { oncePer } from '#document/text/once-per.ts';
import type { Site } from '../site/site.ts';
import type { ResourceProvider, Slice } from './capability-provider.ts';
import type { McpContext } from './context.ts';
import { isText, mimeOf } from './media-type.ts';
import { pageAt } from './page-address.ts';
import { templatesOf } from './resource-template.ts';
import { skillPathOf } from './skill-provider.ts';

/**
 * The number of resources in one part of the list. Several clients read only the first part, so it has room for everything that
 * this catalog lists. Other clients read every part before they do anything else, so few pages are listed at all.
 */
const partSize = 250;

/** Makes the provider of resources. It issues no tickets; only tools do. */
export function pageResources(context: McpContext): ResourceProvider {
  return {
    get templates() {
      return templatesOf(context.site());
    },
    list(cursor) {
      return partOf(listedResources(context.site()), cursor);
    },
    async read(uri) {
      const page = isAddress(uri) ? pageAt(context, uri) : context.site().pages.get(skillPathOf(uri) ?? '');
      if (!page) return undefined;
      const live = await context.live(page);
      const { entry } = live;
      const { body } = await live.plain();
      const mimeType = mimeOf(entry);
      if (!isText(entry)) return { contents: [{ uri, mimeType, blob: body.toString('base64') }] };
      return { contents: [{ uri, mimeType, text: body.toString('utf8') }] };
    },
  };
}

/**
 * Returns the part of a list at a cursor, or the first part.
 * @throws ProtocolError -32602 for a cursor that this service never gave out
 */
export function partOf<Item>(all: readonly Item[], cursor: string | undefined): Slice<Item> {
  const start = cursor === undefined ? 0 : startOf(cursor, all.length);
  const next = start + partSize;
  return { items: all.slice(start, next), ...(next < all.length && { nextCursor: cursorOf(next) }) };
}

/** The kinds of pages that are listed, in the order in which they lead a reader to an organisation. */
const listedKinds = kindsOffered('resource');

/** Tells whether a page is listed. Of a starter, only the newest version is, as in search. */
const isListed = ({ listed, kind, search }: PageEntry): boolean =>
  listed && listedKinds.includes(kind) && (kind !== 'starter' || search !== undefined);

const listedResources = oncePer(({ entries, baseUrl }: Site): Resource[] => {
  const pages = entries.filter(isListed);
  return listedKinds.flatMap(kind =>
    pages.filter(page => page.kind === kind).map(page => resourceOf(page, baseUrl)),
  );
});

const isAddress = (uri: string): boolean => /^https?:\/\//i.test(uri);

function resourceOf(page: PageEntry, baseUrl: string): Resource {
  const { path, title, description, size } = page;
  return {
    uri: baseUrl + path,
    name: path,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    mimeType: mimeOf(page),
    size,
  };
}

const cursorOf = (start: number): string => Buffer.from(`from:${start}`).toString('base64url');

/**
 * Returns the place at which the part of a cursor begins.
 * @throws ProtocolError -32602 for a cursor that this service never gave out
 */
function startOf(cursor: string, count: number): number {
  const start = Number(/^from:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'))?.[1]);
  if (start > 0 && start < count && start % partSize === 0 && cursorOf(start) === cursor) return start;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'There is no such cursor any more. List from the beginning.',
  );
}
