/**
 * Every export of every version, read by the program that it is for; formats without such a program are checked by the schema of
 * their makers. Teams of different names share a project, so a project holds one version of
 * each name. Prints a table; `EXPORTS=codex,opencode` judges those targets alone. What passed is remembered in the temporary folder
 * by the version of the judge and the digest of the files, so that a campaign which was stopped goes on where it was.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '#document/text/digest.ts';
import { targets } from '../../build/page/export/index.ts';
import type { Target } from '../../build/page/export/target.ts';
import { readTeam } from '../../build/page/program/team.ts';
import { install, packageName, versionOf } from '../client/client.ts';
import { dockerAgentCheck } from '../support/export-format.ts';
import { type Judge, judges, type Project } from '../support/export-judge.ts';
import { write } from '../support/folder.ts';
import { type PlainTeam, plainTeams, tools } from '../support/team.ts';
import type { Campaign } from './campaign.ts';

/** It stays, so that the next run downloads only what is new; the campaign of the clients installs there too. */
const root = join(tmpdir(), 'agent-topology-clients');
const rememberedFile = join(root, 'exports-passed.json');

interface Row {
  target: string;
  judge: string;
  proof: string;
  versions: number;
  faults: string[];
}

const targetOf = (id: string): Target => targets.find(each => each.id === id)!;

/** The first version of every name, the second of every name that has one, and so on. */
function inProjects(teams: readonly PlainTeam[]): PlainTeam[][] {
  const projects: PlainTeam[][] = [];
  for (const team of teams) {
    const at = projects.findIndex(each => each.every(({ name }) => name !== team.name));
    if (at < 0) projects.push([team]);
    else projects[at]!.push(team);
  }
  return projects;
}

/** Lets a foreign tool read every project that it has not passed yet. */
async function judged(judge: Judge, projects: readonly PlainTeam[][], work: string): Promise<Row> {
  await install({ name: judge.target, run: async () => ({}), ...judge }, root);
  const version = await versionOf({ name: judge.target, run: async () => ({}), ...judge }, root);
  const faults: string[] = [];
  for (const [at, plain] of projects.entries()) {
    const teams = plain.map(({ text, file }) => {
      const team = readTeam(text, `/${file}`);
      return { team, files: targetOf(judge.target).files(team, tools) };
    });
    const key = `${judge.proof} ${version} ${sha256Hex(JSON.stringify(teams.map(({ files }) => files)))}`;
    if (remembered().includes(key)) continue;
    const folder = join(work, sha256Hex(judge.proof).slice(0, 8), String(at));
    const found = await faultsIn(judge, { folder, teams });
    faults.push(...found);
    if (found.length === 0) writeFileSync(rememberedFile, JSON.stringify([...remembered(), key]));
  }
  const { target, proof, packages } = judge;
  return {
    ...{ target, judge: `${packageName(packages)} ${version}`, proof, versions: projects.flat().length },
    faults,
  };
}

async function faultsIn(judge: Judge, { folder, teams }: Project): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  for (const { path, text } of teams.flatMap(({ files }) => files)) write(folder, path, text);
  return judge.judge({ folder, teams }, root).catch((error: Error) => [error.message]);
}

const remembered = (): string[] =>
  existsSync(rememberedFile) ? JSON.parse(readFileSync(rememberedFile, 'utf8')) : [];

function checked(id: string, judge: string, checkOf: () => (text: string) => string[]): Row {
  const check = checkOf();
  const teams = plainTeams('all');
  const faults = teams.flatMap(({ text, file }) =>
    targetOf(id)
      .files(readTeam(text, `/${file}`), tools)
      .flatMap(each => check(each.text).map(fault => `${file}: ${fault}`)),
  );
  return { target: id, judge, proof: 'every file fits the schema', versions: teams.length, faults };
}

function print({ target, judge, proof, versions, faults }: Row): void {
  const outcome = faults.length === 0 ? 'passed' : `no: ${faults.slice(0, 3).join('; ').slice(0, 600)}`;
  process.stdout.write(`| ${[target, judge, proof, versions, outcome].join(' | ')} |\n`);
}

export const campaign: Campaign = {
  description: 'every export is read by the program that it is for, or fits the schema of its makers',
  rounds: 100,
  goals: { failed: 0 },
  async run({ rounds, say }) {
    const asked = process.env.EXPORTS?.split(',');
    const projects = inProjects(plainTeams('all')).slice(0, rounds);
    const work = mkdtempSync(join(tmpdir(), 'exports-'));
    const all: [string, () => Row | Promise<Row>][] = [
      ...judges.map((judge): [string, () => Promise<Row>] => [
        judge.target,
        () => judged(judge, projects, work),
      ]),
      ['docker-agent', () => checked('docker-agent', 'agent-schema.json 7', dockerAgentCheck)],
    ];
    const chosen = all.filter(([target]) => asked?.includes(target) ?? true);
    assert.ok(chosen.length > 0, `No target is in ${process.env.EXPORTS}.`);
    const counts = { targets: 0, versions: 0, failed: 0 };
    process.stdout.write(
      '| target | judge | proof | versions | outcome |\n| --- | --- | --- | --- | --- |\n',
    );
    try {
      await install({ name: 'Node.js', folder: 'node', packages: ['node@22'], run: async () => ({}) }, root);
      for (const [at, [target, judge]] of chosen.entries()) {
        say(`${target} (${at + 1} of ${chosen.length})`);
        const row = await judge();
        print(row);
        counts.targets += 1;
        counts.versions += row.versions;
        counts.failed += row.faults.length > 0 ? 1 : 0;
      }
      return counts;
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  },
};
