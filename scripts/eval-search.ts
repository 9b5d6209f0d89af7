/**
 * `npx tsx scripts/eval-search.ts [SET…] [--missed]`: how well search finds patterns for tasks in plain words. Builds the content
 * into a temporary folder and prints, for each set in `test/fixture/search/`, who wrote it, whether search was tuned on it, and
 *
 * - hit@1, hit@3: the share of tasks with an acceptable pattern as the first result, or among the first three
 * - MRR: the mean of one over the position of the first acceptable pattern, 0 where there is none
 *
 * A set on which search was tuned says only that nothing got worse: how good search is, sets say that were written before it was
 * tried on them. Whoever changes search after looking at what such a set missed makes it a tuned one, and writes another.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { PageEntry } from '#document/manifest.ts';
import { build } from '../build/build.ts';
import { manifestOf, readTree } from '../build/publish/tree.ts';
import { formatMessage } from '../build/source/message.ts';
import { loadKeyRing } from '../build/trust/signing-key.ts';
import { SearchIndex } from '../server/search/search-index.ts';
import { outliveReaders } from './support/closed-output.ts';

outliveReaders();

/** Tasks in plain words, each with the patterns of which search should offer one. */
interface EvaluationSet {
  /** Who wrote the tasks and chose the patterns. */
  author: string;
  /** Whether anything in search or in the situations was changed after its results were seen. */
  tuned: boolean;
  /** How it was written. */
  note: string;
  tasks: { task: string; patterns: string[]; starters?: string[] }[];
}

/** How well search did on a set; the shares are from 0 to 1. */
interface Score {
  hitAt1: number;
  hitAt3: number;
  meanReciprocalRank: number;
  /** The tasks without an acceptable pattern among the first three, with the paths of those. */
  missed: { task: string; found: string[] }[];
}

const folder = join(import.meta.dirname, '../test/fixture/search');

/** All sets by name. */
export function readSets(): ReadonlyMap<string, EvaluationSet> {
  const files = readdirSync(folder).filter(name => name.endsWith('.json'));
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as EvaluationSet;
  return new Map(files.sort().map(file => [basename(file, '.json'), read(file)]));
}

/** Asks for every task; `find` gives the paths of pages, best first. */
export function scoreOf(tasks: EvaluationSet['tasks'], find: (query: string) => readonly string[]): Score {
  const results = tasks.map(({ task, patterns }) => {
    const found = find(task);
    const accepted = new Set(patterns.map(slug => `/patterns/${slug}.md`));
    const at = found.findIndex(path => accepted.has(path));
    return { task, found: found.slice(0, 3), rank: at < 0 ? Infinity : at + 1 };
  });
  const share = (isHit: (rank: number) => boolean) =>
    results.filter(({ rank }) => isHit(rank)).length / tasks.length;
  return {
    hitAt1: share(rank => rank === 1),
    hitAt3: share(rank => rank <= 3),
    meanReciprocalRank: results.reduce((sum, { rank }) => sum + 1 / rank, 0) / tasks.length,
    missed: results.filter(({ rank }) => rank > 3),
  };
}

/** Builds the content into a temporary folder. Gives the entries of its pages, and the texts of those of tasks. */
export function builtSite(): { pages: PageEntry[]; textOf(page: PageEntry): string } {
  const scratch = mkdtempSync(join(tmpdir(), 'eval-search-'));
  const distDir = join(scratch, 'dist');
  try {
    const result = build({
      contentDir: join(import.meta.dirname, '../content'),
      distDir,
      baseUrl: 'http://localhost:8080',
      keys: loadKeyRing({ dataDir: scratch, now: '2026-01-01T00:00:00Z' }),
      logDir: join(scratch, 'log'),
    });
    if (!result.ok)
      throw new Error(`The content has faults:\n${result.messages.map(formatMessage).join('\n')}`);
    const { pages } = manifestOf(readTree(distDir)!);
    const tasks = pages.filter(({ kind }) => kind === 'task');
    const texts = new Map(tasks.map(({ path, file }) => [path, readFileSync(join(distDir, file), 'utf8')]));
    return { pages, textOf: ({ path }) => texts.get(path) ?? '' };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`.padStart(7);

function report(name: string, set: EvaluationSet, score: Score, showMissed: boolean): string {
  const { hitAt1, hitAt3, meanReciprocalRank, missed } = score;
  const lines = [
    `${name.padEnd(12)} ${String(set.tasks.length).padStart(4)} tasks  ${set.tuned ? 'tuned on ' : 'not tuned'}  ` +
      `hit@1 ${percent(hitAt1)}  hit@3 ${percent(hitAt3)}  MRR ${meanReciprocalRank.toFixed(3)}`,
    `    ${set.author}. ${set.note}`,
    ...(showMissed ? missed.map(({ task, found }) => `    missed: ${task}\n        ${found.join(' ')}`) : []),
  ];
  return `${lines.join('\n')}\n`;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { missed: { type: 'boolean', default: false } },
  });
  const index = await SearchIndex.of(builtSite().pages);
  for (const [name, set] of readSets()) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const score = scoreOf(set.tasks, query => index.find({ query }).map(({ path }) => path));
    process.stdout.write(report(name, set, score, values.missed));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
