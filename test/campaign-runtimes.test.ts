/** A slice of the campaign of runtimes, with a stand-in for a runtime: what it keeps to and what it does not are both seen. */
import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readTeam, type Team } from '../build/page/program/team.ts';
import { claudeCode } from './runtime/claude-code.ts';
import type { Fact } from './runtime/fact.ts';
import { type Installed, runTeam } from './runtime/play.ts';
import { temporaryFolder, write } from './support/folder.ts';
import { plainTeams, tools } from './support/team.ts';

const teamIn = (of: 'newest' | 'all', path: string): Team => {
  const plain = plainTeams(of).find(({ file }) => file.startsWith(`starters/${path}`))!;
  return readTeam(plain.text, `/${plain.file}`);
};
const pair = teamIn('newest', 'spec-blind-tester-pair/');
const newest = teamIn('newest', 'panel-code-review/');
/** A version whose roles have no shell, and which stays as it is. */
const panel = teamIn('all', 'panel-code-review/1.3.0.md');

/** The stand-in, where a runtime from the registry would be. */
function standIn(fault = ''): Installed {
  const root = temporaryFolder();
  const bin = 'stand-in/node_modules/.bin/claude';
  const program = join(import.meta.dirname, 'runtime/stand-in.mjs');
  write(root, bin, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
  chmodSync(join(root, bin), 0o755);
  const start: typeof claudeCode.start = (place, team) => {
    const { env, ...rest } = claudeCode.start(place, team);
    return { ...rest, env: { ...env, FAULT: fault } };
  };
  return { runtime: { ...claudeCode, start }, root, folder: 'stand-in' };
}

/** The claims that did not hold, each once. */
const broken = (facts: readonly Fact[]): string[] =>
  [...new Set(facts.filter(({ holds }) => !holds).map(({ claim }) => claim))].sort();

test('a slice of: a runtime that keeps to the files of a team keeps every claim', async () => {
  for (const team of [pair, newest, panel]) {
    const { facts } = await runTeam(standIn(), team, tools);
    assert.deepEqual(broken(facts), []);
    const started = facts.filter(({ claim }) => claim === 'started');
    assert.equal(started.length, team.roles.filter(({ performer }) => performer === 'model').length);
  }
});

describe('what a runtime does not keep to is seen:', () => {
  const faults: Record<string, string[]> = {
    names: ['started'],
    tools: ['files', 'network', 'shell', 'tools'],
    lacking: ['offered'],
    prompt: ['told'],
    agents: ['alone', 'tools'],
  };
  for (const [fault, claims] of Object.entries(faults))
    test(fault, async () => {
      const { facts } = await runTeam(standIn(fault), panel, tools);
      assert.deepEqual(broken(facts), claims);
    });
});

describe('a change of a file is seen:', () => {
  const changes: [string, (text: string) => string, string[]][] = [
    [
      'a tool more',
      text => text.replace('tools: ["Read"', 'tools: ["WebFetch", "Read"'),
      ['network', 'tools'],
    ],
    ['a tool less', text => text.replace(', "Grep"', ''), ['offered']],
    ['another edge', text => text.replace('delegates to `refuter`', 'delegates to `reviewer`'), ['briefed']],
    ['another bound', text => text.replace('At most 5 agents', 'At most 50 agents'), ['briefed']],
    ['another instruction', text => text.replace('You write `rulings`', 'You write `review`'), ['told']],
  ];
  for (const [name, changed, claims] of changes)
    test(name, async () => {
      const { facts } = await runTeam(standIn(), panel, tools, { changed });
      assert.deepEqual(broken(facts), claims);
    });
});
