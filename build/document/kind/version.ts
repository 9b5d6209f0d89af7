/** The fields and rules that the sources of starters and formations share. */
import type { SearchEntry } from '../text/manifest.ts';
import { namesIn, type Reference } from './reference.ts';
import { unique } from './source.ts';

/** The fields of a version that other pages and the checks across files read. */
export const versionFacts = [
  'name',
  'version',
  'goal',
  'task_classes',
  'patterns',
  'sources',
  'budget',
  'falsified_if',
  'entry_role',
  'roles',
  'edges',
  'loops',
] as const;

interface Version {
  name: string;
  goal: string;
  task_classes: string[];
  patterns: string[];
  sources: string[];
  roles: { purpose: string; tools: string[] }[];
}

/** Returns the names of other documents that a version mentions. */
export const versionReferences = ({ task_classes, patterns, sources, roles }: Version): Reference[] => [
  ...namesIn('task_class', ['task_classes'], task_classes),
  ...namesIn('pattern', ['patterns'], patterns),
  ...namesIn('research_record', ['sources'], sources),
  ...roles.flatMap(({ tools }, at) => namesIn('tool', ['roles', at, 'tools'], tools)),
];

export const versionSearch = ({ name, goal, task_classes, patterns, roles }: Version): SearchEntry => ({
  names: [name],
  purpose: [goal],
  detail: roles.map(({ purpose }) => purpose),
  domains: unique(task_classes.map(task => task.split('.')[0]!)),
  task_classes,
  patterns,
});
