/**
 * Every role of every active team in its newest version, started in the runtimes that the exports are for, in the newest version of
 * each from the registry, with a scripted model in place of a provider. Prints a table of what was claimed and what held. `RUNTIMES=codex`
 * measures that target alone, and `VERSION=0.169.0` that version of it; `RECORD=1` writes what was seen into the record from which losses are computed.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, prerelease } from 'semver';
import { knownOf } from '../../build/page/export/known.ts';
import { readTeam, type Team } from '../../build/page/program/team.ts';
import { isListed, type Measurement } from '../../build/page/runtime/claim.ts';
import { environment, finish, install } from '../client/client.ts';
import { runtimes } from '../runtime/index.ts';
import { measure } from '../runtime/measure.ts';
import type { Installed } from '../runtime/play.ts';
import { writeRecord } from '../runtime/record.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { plainTeams, tools } from '../support/team.ts';
import type { Campaign } from './campaign.ts';

/** It stays, so that the next run downloads only what is new. */
const root = join(tmpdir(), 'agent-topology-runtimes');

/** The newest version of a package, without those that are tried out. */
async function newestOf({ package: name }: Runtime): Promise<string> {
  const env = { ...process.env, PATH: environment(root).PATH } as Record<string, string>;
  const { output } = await finish('npm', ['view', name, 'versions', '--json', '--loglevel=error'], {
    cwd: root,
    env,
  });
  const all = JSON.parse(output.slice(output.indexOf('['), output.lastIndexOf(']') + 1)) as string[];
  return all
    .filter(version => prerelease(version) === null)
    .sort(compare)
    .at(-1)!;
}

/** Installs a version of a runtime into a folder of its own. */
async function installed(runtime: Runtime, version: string): Promise<Installed> {
  const folder = `${runtime.target}-${version}`;
  await install(
    { name: runtime.name, folder, packages: [`${runtime.package}@${version}`], run: async () => ({}) },
    root,
  );
  return { runtime, root, folder };
}

interface Counts {
  runtimes: number;
  roles: number;
  claims: number;
  broken: number;
  absent: number;
}

/** Claims that did not hold although no loss says so. */
const undeclared = ({ target }: Runtime, { claims: seen }: Measurement): string[] =>
  knownOf(target)
    .filter(({ claim, holds }) => (seen[claim]?.broken ?? 0) > 0 && (holds || !isListed(claim)))
    .map(({ claim }) => `${claim}: ${seen[claim]!.seen}`);

function print(runtime: Runtime, measurement: Measurement, broken: readonly string[]): void {
  const { version, teams, claims } = measurement;
  const all = Object.entries(claims);
  const lost = all.filter(([, seen]) => seen.broken > 0).map(([claim, seen]) => `${claim} (${seen.broken})`);
  const cells = [
    runtime.name,
    version,
    teams,
    claims.started?.measured ?? 0,
    all.reduce((sum, [, { measured }]) => sum + measured, 0),
    lost.join(', ') || 'none',
    broken.join('; ') || 'none',
  ];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

async function measured(
  runtime: Runtime,
  teams: readonly Team[],
  counts: Counts,
  say: (text: string) => void,
) {
  const found: Measurement[] = [];
  const versions = process.env.VERSION?.split(',') ?? [await newestOf(runtime)];
  for (const version of versions)
    try {
      const place = await installed(runtime, version);
      const done = (team: number) => say(`${runtime.name} ${version}: ${team} of ${teams.length} teams`);
      const measurement = await measure(place, version, teams, tools, done);
      found.push(measurement);
      const broken = process.env.RECORD ? [] : undeclared(runtime, measurement);
      print(runtime, measurement, broken);
      counts.runtimes += 1;
      counts.roles += measurement.claims.started?.measured ?? 0;
      counts.claims += Object.values(measurement.claims).reduce((sum, each) => sum + each.measured, 0);
      counts.broken += broken.length;
    } catch (error) {
      counts.absent += 1;
      const why = (error as Error).message.replaceAll(/\s+/g, ' ').slice(0, 300);
      process.stdout.write(`| ${runtime.name} | ${version} | could not be measured: ${why} |\n`);
    }
  if (process.env.RECORD && found.length > 0) writeRecord(runtime.target, found);
}

export const campaign: Campaign = {
  description: 'every role of every active team, started in the newest runtimes with a scripted model',
  rounds: 100,
  goals: { broken: 0 },
  async run({ rounds, say }) {
    const asked = process.env.RUNTIMES?.split(',');
    const chosen = runtimes.filter(({ target }) => asked?.includes(target) ?? true);
    assert.ok(chosen.length > 0, `No runtime is in ${process.env.RUNTIMES}.`);
    mkdirSync(root, { recursive: true });
    await install({ name: 'Node.js', folder: 'node', packages: ['node@22'], run: async () => ({}) }, root);
    const teams = plainTeams('newest')
      .slice(0, rounds)
      .map(({ text, file }) => readTeam(text, `/${file}`));
    const counts: Counts = { runtimes: 0, roles: 0, claims: 0, broken: 0, absent: 0 };
    const titles = ['runtime', 'version', 'teams', 'roles', 'claims', 'did not hold', 'broken'];
    process.stdout.write(`| ${titles.join(' | ')} |\n| ${titles.map(() => '---').join(' | ')} |\n`);
    for (const runtime of chosen) await measured(runtime, teams, counts, say);
    return { ...counts };
  },
};
