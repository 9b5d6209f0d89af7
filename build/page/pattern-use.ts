/**
 * The last line but one on the page of a pattern: starters that use it, their files for a runtime, and tasks that they are for.
 */

import { groupBy } from '#document/text/group.ts';
import { oncePer } from '#document/text/once-per.ts';
import { listed } from '#document/text/plain-text.ts';
import type { Catalog, VersionEntry } from '../catalog/source/catalog.ts';
import type { PatternFacts } from '../catalog/source/facts.ts';
import { tokensOf } from '../catalog/source/token-count.ts';
import { newestStarters, taskPlace } from './domain-lists.ts';
import { targets } from './export/index.ts';
import { exportPath } from './export.ts';

/** The beginning of the line on use, and that of the line after it. They tell these lines from the text of editors. */
export const useBeginning = 'Where it is used: ';
const findingsBeginning = 'Evidence for and against: ';

/**
 * The most tokens of the page of a pattern with the line on use. The text of editors is never
 * shortened to make room for the line.
 */
const pageTokens = 1500;

/** The most tokens that a page with the line on use has beyond the sum of the page and the line, counted separately. */
const joint = 4;

/** The numbers of starters and tasks that the line on use may name. The first number for which the page has room is used. */
const sizes = [3, 2, 1];

/** The active starters that use each pattern, each with the position of the pattern in the list of the starter. */
const activeByPattern = oncePer((catalog: Catalog) => {
  const active = [...newestStarters(catalog).values()].filter(({ status }) => status === 'active');
  const uses = active.flatMap(starter =>
    starter.more.patterns.map((pattern, at) => ({ pattern, at, starter })),
  );
  return groupBy(uses, ({ pattern }) => pattern);
});

/**
 * Writes the line on the use of a pattern; undefined if no active starter uses the pattern, or the page has no room.
 * @param tokens the tokens of the page without the line
 */
export function useOf({ slug }: PatternFacts, tokens: number, catalog: Catalog): string | undefined {
  const starters = (activeByPattern(catalog).get(slug) ?? [])
    .sort((a, b) => a.at - b.at)
    .map(({ starter }) => starter);
  const [first] = starters;
  if (!first) return undefined;
  const lines = sizes.map(size => lineOf(first, starters, size, catalog));
  return lines.find(line => tokens + tokensOf(`\n${line}\n`) + joint <= pageTokens);
}

function lineOf(
  first: VersionEntry,
  starters: readonly VersionEntry[],
  size: number,
  catalog: Catalog,
): string {
  const named = starters.slice(0, size);
  const classes = [...new Set(named.flatMap(({ more }) => more.task_classes))].slice(0, size);
  const tasks = classes.map(name => `[${name}](${taskPlace(name, catalog)})`);
  const [target] = targets;
  return [
    `${useBeginning}${named.length === 1 ? 'the starter' : 'the starters'} ${listed(named.map(({ more, path }) => `[${more.name}](${path})`))}`,
    `${named.length === 1 ? 'uses' : 'use'} this pattern for ${listed(tasks)}, and ${named.length === 1 ? 'has' : 'have'} files for`,
    `[${target!.name}](${exportPath(target!, first)}) and [other runtimes](/exports/index.md).`,
  ].join(' ');
}

/** Inserts the line on use into the page of a pattern, before the line on evidence. */
export function withUse(page: string, line: string): string {
  const at = page.lastIndexOf(`\n${findingsBeginning}`);
  return `${page.slice(0, at)}\n${line}\n${page.slice(at)}`;
}
