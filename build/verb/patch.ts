/**
 * Verbs about patches. A patch is a text of a stranger: it may name any path and hold any program. What it names is checked before
 * git sees it, no hook and no setting of the repository runs, and a test command is one that a person configured.
 */
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type Ran, runCommand } from './command.ts';
import { commandOf, isTest } from './file.ts';
import { partsOf, Refused, writeIn } from './folder.ts';
import { locked } from './queue.ts';
import { defineVerb, longText, shortText } from './verb.ts';

const files = z.array(shortText).max(500).describe('The files that the patch may change; any, if absent.');
const diff = longText.describe('A unified diff, as git diff writes it.');

/** What git must not take from the machine or the repository. */
const gitSafe = [
  ...['-c', `core.hooksPath=${devNull}`, '-c', 'core.fsmonitor=false', '-c', 'core.symlinks=true'],
  ...['-c', 'commit.gpgsign=false', '-c', 'core.autocrlf=false', '-c', `core.attributesFile=${devNull}`],
  ...['-c', 'user.name=agent-topology', '-c', 'user.email=agent-topology@localhost'],
];

/** Runs git in a folder. No repository above the folder is found: there, git would leave out what lies beside it. */
const git = (cwd: string, ...words: string[]): Promise<Ran> => {
  const env = { GIT_CEILING_DIRECTORIES: dirname(cwd), GIT_TERMINAL_PROMPT: '0' };
  return runCommand(['git', ...gitSafe, ...words], cwd, { seconds: 120, env });
};

/** Runs git. @throws Refused with what it said */
async function gitDone(cwd: string, what: string, ...words: string[]): Promise<string> {
  const { code, output } = await git(cwd, ...words);
  if (code !== 0) throw new Refused(`${what}: ${output.trim().slice(-2000)}`);
  return output;
}

/** A path in a header of a diff, without its first folder. */
const diffPath = (text: string): string | undefined => {
  if (text === '/dev/null') return undefined;
  if (text.startsWith('"')) throw new Refused('The patch has a path in quotes.');
  return text.split('\t')[0]!.replace(/^[ab]\//, '');
};

/**
 * The files that a diff changes, in its order.
 * @throws Refused for a path that leads out of the folder, a link, a submodule, a rename, a mode or a binary file
 */
function filesOf(diff: string): string[] {
  const found = new Set<string>();
  let left = 0;
  let right = 0;
  for (const line of diff.split('\n')) {
    if (left > 0 || right > 0) {
      if (!line.startsWith('+') && !line.startsWith('\\')) left -= 1;
      if (!line.startsWith('-') && !line.startsWith('\\')) right -= 1;
      continue;
    }
    const [, gone, come] = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line) ?? [];
    if (line.startsWith('@@ ')) [left, right] = [Number(gone ?? 1), Number(come ?? 1)];
    else for (const path of pathsIn(line)) found.add(partsOf(path).join('/'));
  }
  if (found.size === 0) throw new Refused('The patch names no file in lines that begin with --- and +++.');
  return [...found];
}

function pathsIn(line: string): string[] {
  if (/^(?:rename|copy) |^GIT binary patch|^Binary files /.test(line))
    throw new Refused('The patch renames, copies or holds a binary file; write it as plain text lines.');
  if (
    /^(?:old mode|new mode|new file mode|deleted file mode) /.test(line) &&
    !/ 100(?:644|755)$/.test(line.trimEnd())
  )
    throw new Refused('The patch makes a link, a submodule or another special file.');
  const [, header] = /^(?:---|\+\+\+) (.*)$/.exec(line.trimEnd()) ?? [];
  const path = header === undefined ? undefined : diffPath(header);
  const [, a, b] = /^diff --git a\/(\S+) b\/(\S+)$/.exec(line.trimEnd()) ?? [];
  if (line.startsWith('diff --git ') && (a === undefined || a !== b))
    throw new Refused('The patch renames a file, or has a header that cannot be read.');
  return [...(path === undefined ? [] : [path]), ...(a === undefined ? [] : [a])];
}

/** @throws Refused for a patch that changes other files than it may, or goes through a link */
function checkedFiles(folder: string, diff: string, allowed: readonly string[] | undefined): string[] {
  const changed = filesOf(diff);
  const stray = changed.find(path => allowed && !allowed.includes(path));
  if (stray !== undefined)
    throw new Refused(`The patch changes ${stray}, which is not among the files of its task.`);
  for (const path of changed) {
    const parts = path.split('/');
    for (let at = 1; at <= parts.length; at += 1)
      if (lstatSync(join(folder, ...parts.slice(0, at)), { throwIfNoEntry: false })?.isSymbolicLink())
        throw new Refused(`${path} leads through a symbolic link.`);
  }
  return changed;
}

/** Applies a checked patch to a folder. @throws Refused when it does not fit */
async function applied(folder: string, diff: string, ...options: string[]): Promise<void> {
  const draft = mkdtempSync(join(tmpdir(), 'patch-'));
  try {
    const path = join(draft, 'patch.diff');
    writeFileSync(path, diff.endsWith('\n') ? diff : `${diff}\n`);
    await gitDone(folder, 'The patch does not apply', 'apply', '--whitespace=nowarn', ...options, path);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

const applyPatch = defineVerb(
  'apply_patch',
  'Applies a unified diff to the folder, all of it or nothing. It refuses paths out of the folder, links, binary files and renames. With ' +
    '`check` it only says whether the diff applies.',
  {
    diff,
    files: files.optional(),
    no_tests: z.boolean().optional().describe('Refuse changes of test files.'),
    check: z.boolean().optional(),
  },
  ({ diff, files, no_tests, check }, place) =>
    locked(place, 'folder', async () => {
      const folder = realpathSync(place.folder);
      const changed = checkedFiles(folder, diff, files);
      const test = no_tests ? changed.find(isTest) : undefined;
      if (test !== undefined) throw new Refused(`The patch changes the test file ${test}.`);
      await applied(folder, diff, ...(check ? ['--check'] : []));
      return { applied: !check, files: changed };
    }),
);

/** A copy of the folder, without the history; dependencies are shared. */
function copyOf(folder: string): string {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'copy-')));
  const left = new Set(['.git', 'node_modules', '.agent-topology']);
  cpSync(folder, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: from => !left.has(from.slice(folder.length + 1).split(/[/\\]/)[0] ?? ''),
  });
  const shared = join(folder, 'node_modules');
  if (existsSync(shared)) symlinkSync(shared, join(copy, 'node_modules'), 'junction');
  return copy;
}

const tryPatch = defineVerb(
  'try_patch',
  'Runs a configured command in a fresh copy of the folder, with a patch and with files added there. The folder stays as it is. A role ' +
    'that proposes a test gives it as `add`; without `diff` it runs without the change.',
  {
    command: shortText.describe('The name of the command, such as tests.'),
    diff: diff.optional(),
    files: files.optional(),
    no_tests: z.boolean().optional().describe('Refuse changes of test files.'),
    add: z
      .array(z.strictObject({ path: shortText, text: longText }))
      .max(50)
      .optional(),
    lines: z.int().min(1).max(500).optional().describe('The last lines of output to return; 40 by default.'),
  },
  async ({ command, diff, files, no_tests, add = [], lines = 40 }, place) => {
    const words = commandOf(place, command);
    const folder = realpathSync(place.folder);
    const changed = diff === undefined ? [] : checkedFiles(folder, diff, files);
    const test = no_tests ? changed.find(isTest) : undefined;
    if (test !== undefined) throw new Refused(`The patch changes the test file ${test}.`);
    const copy = copyOf(folder);
    try {
      if (diff !== undefined) await applied(copy, diff);
      for (const { path, text } of add) writeIn(copy, path, text);
      const { code, output, late } = await runCommand(words, copy);
      return {
        passed: code === 0,
        code,
        late,
        output: output.trimEnd().split('\n').slice(-lines).join('\n'),
      };
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  },
);

const merge = defineVerb(
  'merge',
  'Merges one patch into the repository, one at a time: refuses files outside its task, applies it to the newest commit in a fresh work ' +
    'tree, runs a configured command there, and commits when that passes. Otherwise nothing changes, and `result` is returned.',
  {
    task: z.string().min(1).max(200),
    diff,
    files,
    command: shortText.describe('The name of the command, such as tests.'),
  },
  ({ task, diff, files, command }, place) =>
    locked(place, 'folder', async () => {
      const words = commandOf(place, command);
      const folder = realpathSync(place.folder);
      if (!existsSync(join(folder, '.git')))
        throw new Refused('The folder is not the top of a git repository.');
      const state = await gitDone(
        folder,
        'The state is unknown',
        'status',
        '--porcelain',
        '--untracked-files=no',
      );
      if (state.trim() !== '')
        throw new Refused('Tracked files were changed and not committed; merge needs a clean work tree.');
      const changed = checkedFiles(folder, diff, files);
      const tree = join(realpathSync(mkdtempSync(join(tmpdir(), 'merge-'))), 'tree');
      try {
        await gitDone(folder, 'No work tree', 'worktree', 'add', '--detach', tree, 'HEAD');
        return await mergedIn({ folder, tree, words, task, diff, changed });
      } finally {
        await git(folder, 'worktree', 'remove', '--force', tree);
        rmSync(join(tree, '..'), { recursive: true, force: true });
      }
    }),
);

interface Merging {
  folder: string;
  tree: string;
  words: string[];
  task: string;
  diff: string;
  changed: string[];
}

async function mergedIn({ folder, tree, words, task, diff, changed }: Merging) {
  const returned = (why: string, log: string) => ({
    task,
    result: 'returned',
    why,
    files: changed,
    log: log.slice(-4000),
  });
  try {
    await applied(tree, diff, '--index', '--3way');
  } catch (error) {
    if (error instanceof Refused) return returned('conflict', error.message);
    throw error;
  }
  const shared = join(folder, 'node_modules');
  if (existsSync(shared) && !existsSync(join(tree, 'node_modules')))
    symlinkSync(shared, join(tree, 'node_modules'), 'junction');
  const { code, output } = await runCommand(words, tree);
  if (code !== 0) return returned('red', output);
  const subject = `${task}`.replaceAll(/\s+/g, ' ');
  await gitDone(tree, 'No commit', 'commit', '--quiet', '--no-verify', '--cleanup=verbatim', '-m', subject);
  const commit = (await gitDone(tree, 'No commit', 'rev-parse', 'HEAD')).trim();
  await gitDone(folder, 'No merge', 'merge', '--ff-only', '--quiet', commit);
  return { task, result: 'merged', commit, files: changed };
}

export const patchVerbs = [applyPatch, tryPatch, merge];
