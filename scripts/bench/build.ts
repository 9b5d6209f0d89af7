/** The build: cold, with and without the reading edition, with every source kept, and after one edit, beside Hugo. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contest, median } from './contest.ts';
import type { Outcome, Setting } from './part.ts';
import { buildByHugo } from './peer/hugo.ts';
import { commandOf, run, type Taken } from './process.ts';
import { atMost, type Row, row } from './row.ts';
import { contentOf, emptyFolder, environmentFor } from './setup.ts';
import { findTool } from './tool.ts';

const documents = Number(process.env.BENCH_DOCUMENTS ?? 10_000);
/** A cold build takes long beside everything else, so it has fewer rounds. */
const maxRounds = 3;
/** The longest that an editor should wait for one edit among 10,000 documents, in seconds. */
const editLimit = 0.5;
const hugoExtents = ['as it comes', 'pages alone'] as const;

export async function buildPart({ rounds, note }: Setting): Promise<Outcome> {
  const place = new BuildPlace(documents, 'build');
  const contestants = [
    { name: 'plain', measure: () => place.cold({ READING: '0' }) },
    { name: 'cold', measure: () => place.cold() },
    { name: 'cached', measure: () => place.cached() },
    { name: 'edited', measure: () => place.edited() },
    ...(findTool('hugo')
      ? hugoExtents.map(extent => ({
          name: extent,
          measure: () => buildByHugo(emptyFolder('hugo'), contentOf(documents), extent),
        }))
      : []),
  ];
  const result = await contest(contestants, Math.min(rounds, maxRounds), note);
  return { rows: rowsOf(result), figures: { documents, peak_bytes: place.peaks }, remarks: place.remarks() };
}

function rowsOf(result: ReadonlyMap<string, number>): Row[] {
  const seconds = (name: string) => result.get(name)! / 1000;
  const major = Number(process.versions.node.split('.')[0]);
  const make = (what: string, ours: string, peer: string, label: string, goal?: number): Row[] =>
    result.has(peer)
      ? [
          row({
            part: 'build',
            what,
            unit: 's',
            ours: seconds(ours),
            peer: label,
            theirs: seconds(peer),
            ...(goal !== undefined && { goal: atMost(Number(goal.toFixed(4))) }),
          }),
        ]
      : [];
  return [
    ...hugoExtents.flatMap(extent =>
      make('cold, all outputs', 'cold', extent, `Hugo, ${extent}`, major >= 24 ? 2.3 : 5),
    ),
    ...make('cold, all outputs', 'cold', 'plain', 'READING=0'),
    ...make('all from the cache', 'cached', 'cold', 'cold build', 0.12),
    ...make('after one edit', 'edited', 'cold', 'cold build', 1 / 60),
    row({
      part: 'build',
      what: 'after one edit',
      unit: 's',
      ours: seconds('edited'),
      peer: 'the limit',
      theirs: editLimit,
      goal: atMost(1),
    }),
  ];
}

/** A catalog with the folders into which it is built. Each measurement gives milliseconds. */
export class BuildPlace {
  readonly peaks: Record<string, number[]> = {};
  readonly #documents: number;
  readonly #folder: string;
  readonly #environment: Record<string, string>;

  constructor(documents: number, name: string) {
    this.#documents = documents;
    this.#folder = emptyFolder(name);
    this.#environment = environmentFor(documents, this.#folder);
  }

  /** With neither cache nor tree; keys and log stay, so that every build gives the same bytes. @param more variables */
  async cold(more: Record<string, string> = {}): Promise<number> {
    const { DIST_DIR, DATA_DIR } = this.#environment;
    rmSync(DIST_DIR!, { recursive: true, force: true });
    rmSync(join(DATA_DIR!, 'build-cache'), { recursive: true, force: true });
    return this.#build(more.READING === '0' ? 'cold, READING=0' : 'cold', more);
  }

  /** With the cache alone. @throws when the tree differs from that of the build before */
  async cached(): Promise<number> {
    const before = this.#digest();
    rmSync(this.#environment.DIST_DIR!, { recursive: true, force: true });
    const milliseconds = await this.#build('cached');
    if (this.#digest() !== before) throw new Error('A build from the cache gave another tree.');
    return milliseconds;
  }

  /** With a sentence of one pattern changed; the pattern is put back afterwards. */
  async edited(): Promise<number> {
    const file = join(contentOf(this.#documents), 'patterns', 'amber-relay-p0.md');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, before.replace(/(## How to run it\n\n1\. )/, '$1Begin with this. '));
    try {
      return await this.#build('edited');
    } finally {
      writeFileSync(file, before);
      await this.#build('put back');
    }
  }

  remarks(): string[] {
    return Object.entries(this.peaks)
      .filter(([name]) => name !== 'put back')
      .map(([name, peaks]) => {
        const mebibytes = (median(peaks) / 2 ** 20).toFixed(0);
        return `${this.#documents.toLocaleString('en')} documents, ${name}: peak memory ${mebibytes} MiB`;
      });
  }

  async #build(name: string, more: Record<string, string> = {}): Promise<number> {
    const taken: Taken = await run(commandOf('build'), { ...this.#environment, ...more });
    this.peaks[name] = [...(this.peaks[name] ?? []), taken.peakBytes];
    return taken.milliseconds;
  }

  /** One digest of every file of the tree. */
  #digest(): string {
    const script = 'find . -type f | LC_ALL=C sort | xargs sha256sum | sha256sum';
    return execFileSync('sh', ['-c', script], { cwd: this.#environment.DIST_DIR!, encoding: 'utf8' });
  }
}
