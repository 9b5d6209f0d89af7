/** The side of catalogs: every command about teams, and the verifier, against every answer of a catalog that means harm. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../folder.ts';
import type { Outcome } from '../program.ts';
import { type Attack, type CommandName, commands } from './catalog-attack.ts';
import { assertForeseen, everythingIn } from './side.ts';

/** Runs a command. @param cwd where */
export type Runner = (
  entry: string,
  words: readonly string[],
  environment: Record<string, string>,
  cwd: string,
) => Promise<Outcome & { peakBytes?: number }>;

/** The words of each command in a project. */
const wordsOf = (command: CommandName, address: string, dir: string, target: string): string[] => {
  const project = ['--dir', dir, '--from', address];
  const words: Record<CommandName, string[]> = {
    add: ['add', 'pair', '--to', target, ...project],
    show: ['show', 'pair', ...project],
    search: ['search', 'fix', 'a', 'bug', '--from', address],
    status: ['status', ...project],
    update: ['update', ...project],
    diff: ['diff', ...project],
    remove: ['remove', 'pair', ...project],
    verify: ['verify', ...project],
    'verify URL': ['verify', address],
  };
  return words[command];
};

/** A folder with a home, something precious, and a project that has a team from a catalog that means well. */
export async function victim(address: string, run: Runner): Promise<string> {
  const folder = temporaryFolder();
  for (const each of ['home/.ssh', 'home/.claude', 'project/.git/hooks', 'project/.vscode'])
    mkdirSync(join(folder, each), { recursive: true });
  writeFileSync(join(folder, 'victim.md'), 'Mine.\n');
  writeFileSync(join(folder, 'home/.ssh/id_ed25519'), 'Secret.\n');
  writeFileSync(join(folder, 'project/package.json'), '{}\n');
  const dir = join(folder, 'project');
  const words = wordsOf('add', address, dir, 'claude-code');
  const { code, stderr } = await run('scripts/team.ts', words, { HOME: join(folder, 'home') }, folder);
  assert.equal(code, 0, stderr);
  return folder;
}

/** All that a team may change in a project. */
const ownFile =
  /^project\/(?:\.claude\/(?:agents\/pair-lead|commands\/pair)\.md|\.codex\/.*|agent-topology\.lock\.yaml)$/;
const ownFolder = /^project\/\.(?:claude|codex)(?:\/(?:agents|commands))?$/;

/**
 * Lets a command face an attack in a copy of a victim's folder.
 * @returns the most memory that it took, where that is known
 * @throws AssertionError
 */
export async function faceOne(
  attack: Attack,
  command: CommandName,
  { address, folder, run }: { address: string; folder: string; run: Runner },
): Promise<number> {
  const what = `${attack.name}, ${command}`;
  const copy = join(temporaryFolder(), 'copy');
  cpSync(folder, copy, { recursive: true });
  const before = everythingIn(copy);
  const entry = command === 'verify URL' ? 'scripts/catalog.ts' : 'scripts/team.ts';
  const words = wordsOf(command, address, join(copy, 'project'), attack.target ?? 'claude-code');
  const outcome = await run(entry, words, { HOME: join(copy, 'home') }, copy);
  assertForeseen(outcome, what);
  const after = everythingIn(copy);
  const touched = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    path => before[path] !== after[path],
  );
  const isAllowed = (path: string) => ownFile.test(path) || ownFolder.test(path);
  assert.deepEqual(
    touched.filter(path => !isAllowed(path)),
    [],
    what,
  );
  if (attack.touches.includes(command)) {
    assert.match(outcome.stderr, attack.refused, what);
    const { code = 1 } = attack;
    if (code === 'any') assert.notEqual(outcome.code, 0, what);
    else assert.equal(outcome.code, code, `${what}: ${outcome.stderr}`);
    assert.deepEqual(touched, [], what);
  } else if (command === 'verify') assert.equal(outcome.code, 0, `${what}: ${outcome.stderr}`);
  return outcome.peakBytes ?? 0;
}

/** The commands that can meet an attack: offline ones cannot, and are faced once in a while all the same. */
export const commandsFor = (attack: Attack): readonly CommandName[] =>
  attack.isSlow ? [...attack.touches] : commands;
