/** The tool `get_pattern`: returns the page of a pattern, found by its name or another name. */
import { z } from 'zod';
import { near } from '../../search/near.ts';
import type { SitePage } from '../../site/page.ts';
import type { Site } from '../../site/site.ts';
import { pageResult } from './page-result.ts';
import { defineTool, readOnly, ToolError } from './tool.ts';

export const getPattern = defineTool({
  name: 'get_pattern',
  title: 'Get a pattern',
  description:
    'Reads the page of one organisation pattern by name, with its roles, edges, pitfalls, checks and evidence, and when to use or avoid it. ' +
    'Takes a slug such as orchestrator-workers, or an alias. If you have a task but no name, use search. For other pages, use fetch.',
  input: { pattern: z.string().min(1).max(200).describe('Slug or alias') },
  aliases: { slug: 'pattern' },
  annotations: readOnly,
  answer({ pattern }, call) {
    const site = call.context.site();
    const page = patternNamed(site, pattern);
    if (!page) throw new ToolError(noPattern(site, pattern));
    return pageResult(page, 0, call);
  },
});

/**
 * Returns the page of a pattern by its slug, alias or title, with any case and punctuation; undefined if there is no such
 * pattern.
 */
function patternNamed({ pages, entries, redirects }: Site, name: string): SitePage | undefined {
  const slug = slugOf(name);
  const path = `/patterns/${slug}.md`;
  const page = pages.get(path) ?? pages.get(redirects.get(path) ?? '');
  if (page?.entry.kind === 'pattern') return page;
  const entry = entries.find(({ kind, title }) => kind === 'pattern' && slugOf(title ?? '') === slug);
  return entry && pages.get(entry.path);
}

/** Converts a name to the form of slugs: `Tool loop (ReAct)` and `/patterns/tool-loop-react.md` become `tool-loop-react`. */
const slugOf = (name: string): string =>
  name
    .replace(/^.*\/|\.md$/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

function noPattern({ entries, redirects }: Site, name: string): string {
  const addresses = [
    ...entries.flatMap(({ kind, path }) => (kind === 'pattern' ? [path] : [])),
    ...redirects.keys(),
  ];
  const names = addresses.flatMap(path => /^\/patterns\/([^/]+)\.md$/.exec(path)?.[1] ?? []);
  return `There is no pattern of this name.${near(slugOf(name), names)} Find one with search, or fetch /patterns/index.md for all of them.`;
}
