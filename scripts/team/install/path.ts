/** Where files of teams may be: nothing outside the project, nothing through a link, nothing that a runtime would execute by itself. */
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { pluginFolder } from './plugin.ts';

/** Files that several teams share. They are merged key by key, and never replaced. */
export const sharedSettings: readonly string[] = ['.codex/config.toml'];

/** The folders in which files of teams are. Others hold hooks, permissions and other things that act by themselves. */
const folders = [
  ...['.claude/agents', '.claude/commands', '.codex/agents', '.agents/skills', '.github/agents'],
  ...['.gemini/agents', '.gemini/commands', '.opencode/agent', '.opencode/command'],
  ...['docker-agent', 'agent-spec', 'openai-agents', 'langgraph', pluginFolder],
];

const plain = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** The folder that a plugin must have for its manifest; no other name begins with a dot. */
const manifestFolder = '.claude-plugin';

/**
 * Whether a team may have a file of this path: in one of the folders of teams, and named after the team (docs/command.md#15).
 * @param team its name, with its publisher if it has one
 */
export function mayWrite(path: string, team: string): boolean {
  const name = team.split('/').at(-1)!;
  const folder = folders.find(each => path.startsWith(`${each}/`));
  if (folder === undefined || path.length > 300) return false;
  const parts = path.slice(folder.length + 1).split('/');
  const [first = ''] = parts;
  const isNamed = first === name || first.startsWith(`${name}-`) || first.startsWith(`${name}.`);
  const isManifest = folder === pluginFolder && parts[1] === manifestFolder;
  const checked = isManifest ? parts.toSpliced(1, 1) : parts;
  return isNamed && checked.every(part => plain.test(part) && !part.endsWith('.'));
}

/**
 * The digest of a file in a project; undefined when there is none.
 * @param path relative, with slashes
 * @param known digests of texts that were written there: one that Git gave the line ends of Windows still has its own
 * @throws Failure `failed` when it, or a folder above it within the project, is a link or something else than it should be
 */
export function digestAt(
  dir: string,
  path: string,
  known: readonly (string | undefined)[],
): string | undefined {
  const bytes = readAt(dir, path);
  if (bytes === undefined) return undefined;
  const digestOf = (text: Buffer | string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
  const plain = digestOf(bytes.toString('utf8').replaceAll('\r\n', '\n'));
  return known.includes(plain) ? plain : digestOf(bytes);
}

/** The bytes of a file in a project; undefined when there is none. @throws Failure as `digestAt` */
export function readAt(dir: string, path: string): Buffer | undefined {
  const parts = path.split('/');
  for (const [at] of parts.entries()) {
    const part = parts.slice(0, at + 1).join('/');
    const found = lstatSync(join(dir, part), { throwIfNoEntry: false });
    if (!found) return undefined;
    if (found.isSymbolicLink())
      throw new Failure(
        'failed',
        `${part} is a symbolic link, and files are never written through one. Replace it by a folder or file.`,
      );
    const isLast = at === parts.length - 1;
    if (isLast ? !found.isFile() : !found.isDirectory())
      throw new Failure('failed', `${part} is not a ${isLast ? 'file' : 'folder'}. Move it away.`);
  }
  return readFileSync(join(dir, path));
}
