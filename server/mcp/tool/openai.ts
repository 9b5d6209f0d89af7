/**
 * The tools `search` and `fetch` in the form that ChatGPT's connectors and deep research require: one text argument each,
 * structured results that are repeated as JSON text, and an address for citations with every page (docs/mcp.md#12).
 */
import { z } from 'zod';
import { searchIndexOf } from '../../search/site-index.ts';
import { isText, mimeOf } from '../media-type.ts';
import { requirePage } from './fetch.ts';
import { defineTool, readOnly, structuredResult, ToolError } from './tool.ts';

const maxResults = 10;

const cited = { id: z.string(), title: z.string(), url: z.string() };

export const openAiSearch = defineTool({
  name: 'search',
  title: 'Search the catalog',
  description:
    'Finds how to organise AI agents for a task: patterns, starter teams, task domains, guides and research. ' +
    'Takes the task or question in plain words, and answers with the pages that fit, best first. Read one of them with fetch.',
  input: { query: z.string().min(1).max(2000).describe('Such as: fix a bug in a repository that has tests') },
  output: z.object({ results: z.array(z.object(cited)) }),
  annotations: readOnly,
  async answer({ query }, { context, takeTurn }) {
    const site = context.site();
    const index = await searchIndexOf(site);
    const found = (await takeTurn(() => index.find({ query }))).slice(0, maxResults);
    const results = found.map(({ path, title = path }) => ({ id: path, title, url: site.baseUrl + path }));
    return structuredResult({ results });
  },
});

export const openAiFetch = defineTool({
  name: 'fetch',
  title: 'Fetch a page',
  description:
    'Reads one whole page of the catalog as Markdown. Takes an id that search gave, or the URL of a page.',
  input: { id: z.string().min(1).max(2048).describe('Such as /starters/index.md') },
  aliases: { path: 'id', url: 'id' },
  output: z.object({ ...cited, text: z.string(), metadata: z.record(z.string(), z.string()) }),
  annotations: readOnly,
  async answer({ id }, call) {
    const page = await requirePage(id, call);
    const { entry } = page;
    if (!isText(entry))
      throw new ToolError(`${entry.path} is not text (${mimeOf(entry)}). Fetch another page.`);
    const { path, title = path, kind, description, digest } = entry;
    return structuredResult({
      id: path,
      title,
      text: await page.text(),
      url: call.context.site().baseUrl + path,
      metadata: { kind, ...(description && { description }), digest: `sha256:${digest}` },
    });
  },
});
