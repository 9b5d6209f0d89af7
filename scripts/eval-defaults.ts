/**
 * `npx tsx scripts/eval-defaults.ts [--missed]`: how often a task in plain words leads to the right default. For each task of the
 * sets in `test/fixture/default/`, search is asked as an agent asks it, and the first page of a task class among its results is
 * taken. Prints who wrote the set, whether anything was tuned on it, and
 *
 * - right: the share of tasks whose page names a default that the set accepts
 * - one agent or not: the share in which page and set agree whether to begin with one agent
 * - found: the share of tasks for which a page of a task class is among the first eight results
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readDocument } from '#document/front-matter.ts';
import { SearchIndex } from '../server/search/search-index.ts';
import { builtSite } from './eval-search.ts';

interface DefaultSet {
  /** Who wrote the tasks and chose the defaults. */
  author: string;
  /** Whether anything was changed after its results were seen. */
  tuned: boolean;
  note: string;
  tasks: { task: string; defaults: string[] }[];
}

/** What an agent sees of the results. */
const shown = 8;

const folder = join(import.meta.dirname, '../test/fixture/default');

/** The default of each task page, by path. */
function defaultsOf(site: ReturnType<typeof builtSite>): ReadonlyMap<string, string> {
  const pages = site.pages.filter(({ kind }) => kind === 'task');
  return new Map(
    pages.map(page => {
      const reading = readDocument(site.textOf(page));
      if (!reading.ok) throw new Error(`${page.path} cannot be read.`);
      return [page.path, String(reading.document.value.default)];
    }),
  );
}

const isOneAgent = (name: string): boolean => name === 'one_agent' || name.startsWith('solo-');

const percent = (count: number, total: number): string => `${((100 * count) / total).toFixed(1)} %`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { missed: { type: 'boolean', default: false } } });
  const site = builtSite();
  const index = await SearchIndex.of(site.pages);
  const defaults = defaultsOf(site);
  for (const file of readdirSync(folder).sort()) {
    const set = JSON.parse(readFileSync(join(folder, file), 'utf8')) as DefaultSet;
    const results = set.tasks.map(({ task, defaults: accepted }) => {
      const path = index
        .find({ query: task })
        .slice(0, shown)
        .find(page => defaults.has(page.path))?.path;
      const found = path && defaults.get(path)!;
      const agrees = found !== undefined && accepted.some(each => isOneAgent(each) === isOneAgent(found));
      return { task, path, right: found !== undefined && accepted.includes(found), agrees };
    });
    const total = results.length;
    const count = (holds: (result: (typeof results)[number]) => boolean) =>
      percent(results.filter(holds).length, total);
    process.stdout.write(
      `${file.padEnd(12)} ${total} tasks  ${set.tuned ? 'tuned on' : 'not tuned'}  right ${count(each => each.right)}  ` +
        `one agent or not ${count(each => each.agrees)}  found ${count(each => each.path !== undefined)}\n` +
        `    ${set.author}. ${set.note}\n`,
    );
    if (!values.missed) continue;
    for (const { task, path, right } of results)
      if (!right) process.stdout.write(`    missed: ${task}\n        ${path ?? 'no page of a task'}\n`);
  }
}

await main();
