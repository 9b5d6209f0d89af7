/** The build: cold, from the cache, and after one edit, with the most memory that it held. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome, Setting } from './part.ts';
import { commandOf, run, type Taken } from './process.ts';
import { contentOf, emptyFolder, environmentFor } from './setup.ts';

const documents = Number(process.env.BENCH_DOCUMENTS ?? 10_000);

export async function buildPart({ note }: Setting): Promise<Outcome> {
  note('building');
  const times = await measureBuild(documents);
  const remarks = Object.entries(times).map(([name, { milliseconds, peakBytes }]) => {
    return `${documents} documents, ${name}: ${(milliseconds / 1000).toFixed(2)} s, peak ${(peakBytes / 2 ** 20).toFixed(0)} MiB`;
  });
  return { rows: [], figures: { ...times }, remarks };
}

export interface BuildTimes {
  cold: Taken;
  cached: Taken;
  unchanged: Taken;
  edited: Taken;
}

/** Builds a generated catalog in the four ways, once each. */
export async function measureBuild(documents: number): Promise<BuildTimes> {
  const folder = emptyFolder('build');
  const environment = environmentFor(documents, folder);
  const build = () => run(commandOf('build'), environment);
  const cold = await build();
  rmSync(environment.DIST_DIR!, { recursive: true });
  const cached = await build();
  const unchanged = await build();
  const edited = await whileEdited(documents, build);
  return { cold, cached, unchanged, edited };
}

/** Runs with a sentence of one pattern changed, and puts the pattern back. */
async function whileEdited<Result>(documents: number, action: () => Promise<Result>): Promise<Result> {
  const file = join(contentOf(documents), 'patterns', 'amber-relay-p0.md');
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, before.replace(/(## How to run it\n\n1\. )/, '$1Begin with this. '));
  try {
    return await action();
  } finally {
    writeFileSync(file, before);
  }
}
