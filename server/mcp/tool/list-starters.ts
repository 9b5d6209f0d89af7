/** The tool `list_starters`: lists the starters for a task class, a line each. */
import { z } from 'zod';
import type { PageEntry } from '#document/text/manifest.ts';
import { unknownTaskClass } from '../../search/task-class.ts';
import { teamFiles } from '../../search/team-files.ts';
import type { Site } from '../../site/site.ts';
import { defineTool, readOnly, ToolError, textResult } from './tool.ts';

export const listStarters = defineTool({
  name: 'list_starters',
  title: 'List starters',
  description:
    'Lists starters, which are complete teams to adapt: all of them, or those for one task class. Each line has the path and size. ' +
    'Nobody has validated a starter as a whole. Use search when you do not know the task class.',
  input: {
    task_class: z.string().max(128).optional().describe('{domain}.{task}, such as coding.bug_fix'),
  },
  annotations: readOnly,
  answer({ task_class }, { context }) {
    const site = context.site();
    const starters = offeredStarters(site);
    if (task_class === undefined) {
      const lead = site.pages.has(taskIndex)
        ? [`Whether a team is worth it for each task: ${taskIndex}`]
        : [];
      return textResult([...starters.map(starterLine), ...teamFiles(starters), ...lead].join('\n'));
    }
    const asked = task_class.trim().toLowerCase();
    requireTaskClass(site, asked);
    const fitting = starters.filter(({ search }) => search?.task_classes?.includes(asked));
    const lines = fitting.length === 0 ? [noStarter(asked)] : fitting.map(starterLine);
    return textResult([...lines, ...teamFiles(fitting), ...taskLine(site, asked)].join('\n'));
  },
});

const taskIndex = '/tasks/index.md';

/** Returns the starters that search offers, each in its newest version. */
const offeredStarters = ({ entries }: Site): PageEntry[] =>
  entries.filter(({ kind, search }) => kind === 'starter' && search !== undefined);

/**
 * Refuses a task class that does not exist.
 * @throws ToolError that lists the task classes of its domain, or all of them if the domain does not exist
 */
export function requireTaskClass(site: Site, asked: string): void {
  const unknown = unknownTaskClass(site, asked);
  if (unknown !== undefined) throw new ToolError(unknown);
}

const starterLine = ({ path, title, tokens, description, search }: PageEntry): string =>
  `- ${title} ${path} (${tokens} tokens) for ${search?.task_classes?.join(', ')}: ${description}`;

/**
 * Returns a line with a link to the page that says whether a team is worth it for the task; no line if there is no such page.
 */
const taskLine = ({ pages, redirects }: Site, task: string): string[] => {
  const own = `/tasks/${task}.md`;
  const path = pages.has(own) ? own : redirects.get(own);
  return path !== undefined ? [`What to begin with for ${task}, and when a team is worth it: ${path}`] : [];
};

const noStarter = (task: string): string =>
  `No starter is made for ${task}. Begin with one agent; /domains/${task.split('.')[0]}.md says where to start.`;
