/** Profiles of our server under measurement: where V8 found it, by its own sampling. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Names the folder for profiles while there is one; see `commandOf`. */
const variable = 'BENCH_PROFILE';
const functionsShown = 15;

/** What V8 writes: the tree of calls, which node each sample was in, and the microseconds between samples. */
interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

/** From now on the server writes its profile to an empty folder when it ends. */
export function profileInto(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  process.env[variable] = folder;
}

/** The options with which Node.js writes a profile, where one is wanted. */
export function profileOptions(): string[] {
  const folder = process.env[variable];
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : [];
}

/** The functions in which the longest of the profiles spent its time, each with its share; waiting is left out. */
export function profileLines(folder: string): string[] {
  const files = readdirSync(folder).map(name => join(folder, name));
  const largest = files.sort((a, b) => statSync(b).size - statSync(a).size)[0];
  if (largest === undefined) return [];
  const shares = sharesOf(JSON.parse(readFileSync(largest, 'utf8')) as Profile);
  const lines = shares.slice(0, functionsShown).map(([name, share]) => {
    const percent = (100 * share).toFixed(1).padStart(5);
    return `${percent} %  ${name}`;
  });
  return [`Where the server spent its time (${largest}):`, ...lines];
}

/** The share of the busy time that each function took itself, largest first. */
export function sharesOf({ nodes, samples, timeDeltas }: Profile): [name: string, share: number][] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const times = new Map<string, number>();
  samples.forEach((id, index) => {
    const name = names.get(id)!;
    if (name !== '(idle)') times.set(name, (times.get(name) ?? 0) + timeDeltas[index]!);
  });
  const busy = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times].map(([name, time]): [string, number] => [name, time / busy]).sort((a, b) => b[1] - a[1]);
}

function nameOf({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame']): string {
  const name = functionName || '(anonymous)';
  return url === '' ? name : `${name} ${url.slice(url.lastIndexOf('/') + 1)}:${lineNumber + 1}`;
}
