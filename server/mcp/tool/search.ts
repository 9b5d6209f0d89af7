/** The tool `search`: finds pages that answer a question in plain words, best first. */
import { z } from 'zod';
import { kindsOffered } from '#document/message/index.ts';
import type { PageEntry } from '#document/text/manifest.ts';
import { noClassFits, nothingFound } from '#edition/search/nothing-found.ts';
import type { LikelyTask } from '#edition/search/search-index.ts';
import { searchIndexOf } from '../../search/site-index.ts';
import { teamFiles } from '../../search/team-files.ts';
import { requireTaskClass } from './list-starters.ts';
import { defineTool, readOnly, textResult } from './tool.ts';

export const search = defineTool({
  name: 'search',
  title: 'Search the catalog',
  description:
    'Finds how to organise agents for a task. Takes the task or question in plain words, and answers with ranked pages. Each has its ' +
    'path, title, size in tokens and one line on when to choose it. The page of the likely task comes first, then patterns and starters. ' +
    'Read one of them with fetch.',
  input: {
    query: z.string().min(1).max(2000).describe('Such as: fix a bug in a repository that has tests'),
    kind: z.enum(kindsOffered('search')).optional(),
    task_class: z.string().max(128).optional().describe('Such as coding.bug_fix'),
    limit: z.int().min(1).max(20).default(8),
  },
  annotations: readOnly,
  async answer({ query, kind, task_class, limit }, { context, takeTurn }) {
    const site = context.site();
    const taskClass = task_class?.trim().toLowerCase();
    if (taskClass !== undefined) requireTaskClass(site, taskClass);
    const index = await searchIndexOf(site);
    const { pages, task } = await takeTurn(() => index.ask({ query, kind, taskClass }));
    if (pages.length === 0) return textResult(nothingFound);
    const shown = pages.slice(0, limit);
    return textResult([...defaultLine(task), ...shown.map(line), ...teamFiles(shown)].join('\n'));
  },
});

/**
 * Returns the line with which the results begin: the likely task and the page that says when a team pays, or that no task class
 * fits. Returns no line if neither is known.
 */
function defaultLine(task: LikelyTask): string[] {
  if (task === undefined) return [];
  if (task === 'none') return [noClassFits];
  return [`Likely task: ${task.title}. ${task.description} When a team is worth it: ${task.path}`];
}

const line = ({ path, title, kind, tokens, description }: PageEntry, at: number): string =>
  `${at + 1}. ${title} (${kind}) ${path} ${tokens} tokens\n   ${description}`;
