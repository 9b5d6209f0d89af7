/** The tool `fetch`: returns one page, byte for byte. */
import { z } from 'zod';
import { near } from '../../search/near.ts';
import type { ServedPage } from '../../site/page.ts';
import type { Call } from '../context.ts';
import { pageAt } from '../page-address.ts';
import { pageResult } from './page-result.ts';
import { defineTool, readOnly, ToolError } from './tool.ts';

export const fetch = defineTool({
  name: 'fetch',
  title: 'Fetch a page',
  description:
    'Reads one page of the catalog, exactly as HTTP serves it (mostly Markdown). ' +
    'Takes a path as search gives it, or the URL of a page. A page over 40 KB comes in parts, each with a note that gives the next offset. ' +
    'Use get_pattern instead when you know the name of a pattern.',
  input: {
    path: z.string().min(1).max(2048).describe('Such as /starters/index.md'),
    offset: z.int().min(0).max(1e9).default(0).describe('The byte at which to continue reading'),
  },
  aliases: { id: 'path', url: 'path' },
  annotations: readOnly,
  async answer({ path, offset }, call) {
    return pageResult(await requirePage(path, call), offset, call);
  },
});

/**
 * Returns the page at an address, completed with what is known only at the time of the call.
 * @throws ToolError that suggests another address if there is no page
 */
export async function requirePage(address: string, call: Call): Promise<ServedPage> {
  const page = pageAt(call.context, address);
  if (!page) throw new ToolError(noPage(address, call));
  return call.context.live(page);
}

function noPage(path: string, { context }: Call): string {
  const folder = /^\/?[a-z]+\//.exec(path.slice(0, 100))?.[0].replace(/^\/?/, '/') ?? '/';
  const siblings = context
    .site()
    .pages.keys()
    .filter(each => each.startsWith(folder));
  return `There is no such page.${near(path, siblings)} Find one with search, or fetch /llms.txt for the index.`;
}
