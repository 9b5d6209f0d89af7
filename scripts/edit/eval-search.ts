/** How well search finds patterns for tasks in plain words; `scripts/eval-search.ts` says what it prints. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { PageEntry } from '#document/text/manifest.ts';
import { SearchIndex } from '#edition/search/search-index.ts';
import { formatFault } from '../../build/catalog/source/source-fault.ts';
import { loadKeyRing } from '../../build/document/proof/disk/signing-key.ts';
import { manifestOf, readTree } from '../../build/publish/tree.ts';
import { build } from '../../build/run/build.ts';

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

const folder = join(import.meta.dirname, '../../test/fixture/search');

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
      contentDir: join(import.meta.dirname, '../../content'),
      distDir,
      baseUrl: 'http://localhost:8080',
      keys: loadKeyRing({ dataDir: scratch, now: '2026-01-01T00:00:00Z' }),
      logDir: join(scratch, 'log'),
    });
    if (!result.ok) throw new Error(`The content has faults:\n${result.messages.map(formatFault).join('')}`);
    const { pages } = manifestOf(readTree(distDir)!);
    const tasks = pages.filter(({ kind }) => kind === 'task');
    const texts = new Map(tasks.map(({ path, file }) => [path, readFileSync(join(distDir, file), 'utf8')]));
    return { pages, textOf: ({ path }) => texts.get(path) ?? '' };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`.padStart(7);

function summary(name: string, set: EvaluationSet, score: Score, showMissed: boolean): string {
  const { hitAt1, hitAt3, meanReciprocalRank, missed } = score;
  const lines = [
    `${name.padEnd(12)} ${String(set.tasks.length).padStart(4)} tasks  ${set.tuned ? 'tuned on ' : 'not tuned'}  ` +
      `hit@1 ${percent(hitAt1)}  hit@3 ${percent(hitAt3)}  MRR ${meanReciprocalRank.toFixed(3)}`,
    `    ${set.author}. ${set.note}`,
    ...(showMissed ? missed.map(({ task, found }) => `    missed: ${task}\n        ${found.join(' ')}`) : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** Runs the command with the words of this process. */
export async function evaluateSearch(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { missed: { type: 'boolean', default: false } },
  });
  const index = await SearchIndex.of(builtSite().pages);
  for (const [name, set] of readSets()) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const score = scoreOf(set.tasks, query => index.find({ query }).map(({ path }) => path));
    process.stdout.write(summary(name, set, score, values.missed));
  }
}
