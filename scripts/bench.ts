/**
 * `npm run bench [-- PART…] [--rounds N] [--seconds N]`: measures the service and its peers in turns, in one run, and
 * prints one table of ratios. It writes the same as JSON to `DATA_DIR/bench/`. With `--profile` our server runs under V8's
 * profiler, which slows it down: look at the functions that took the time, not at the ratios.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type PartName, parts } from './bench/index.ts';
import { machine } from './bench/machine.ts';
import type { Outcome, Setting } from './bench/part.ts';
import { profileInto, profileLines } from './bench/profile.ts';
import { table } from './bench/row.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    profile: { type: 'boolean', default: false },
  },
});

const benchFolder = resolve(process.env.DATA_DIR ?? 'data', 'bench');
const latestFile = join(benchFolder, 'latest.json');

function chosen(): PartName[] {
  const names = Object.keys(parts) as PartName[];
  const unknown = positionals.find(name => !(name in parts));
  if (unknown !== undefined) throw new Error(`No part is named ${unknown}; there are ${names.join(', ')}.`);
  return positionals.length === 0 ? names : names.filter(name => positionals.includes(name));
}

function note(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

async function runPart(name: PartName, setting: Setting): Promise<Outcome> {
  if (!values.profile) return parts[name](setting);
  const folder = join(benchFolder, 'profile', name);
  profileInto(folder);
  const outcome = await parts[name](setting);
  return { ...outcome, remarks: [...(outcome.remarks ?? []), ...profileLines(folder)] };
}

async function main(): Promise<void> {
  const setting: Setting = { rounds: Number(values.rounds), seconds: Number(values.seconds), note };
  const outcomes: Record<string, Outcome> = {};
  for (const name of chosen()) {
    outcomes[name] = await runPart(name, { ...setting, note: text => note(`${name}: ${text}`) });
    // Written after each part, since a long run may be interrupted.
    save(outcomes);
  }
  note('');
  const all = Object.values(outcomes);
  process.stdout.write(table(all.flatMap(({ rows }) => rows)));
  process.stdout.write(all.flatMap(({ remarks = [] }) => remarks.map(line => `${line}\n`)).join(''));
  process.stdout.write(`Written to ${latestFile}.\n`);
}

function save(outcomes: Record<string, Outcome>): void {
  mkdirSync(benchFolder, { recursive: true });
  writeFileSync(latestFile, `${JSON.stringify({ machine: machine(), outcomes }, null, 2)}\n`);
}

await main();
