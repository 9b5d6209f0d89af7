/**
 * Decides where files of teams may be: nothing outside the project, nothing through a link, nothing that a runtime would execute
 * by itself.
 */
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportTarget } from '#document/kind/export.ts';
import { sha256Hex } from '#document/text/digest.ts';
import { mayHave, sharedFiles } from '../../../../build/page/export/permitted/index.ts';
import { pluginFolder } from '../../../../build/page/export/plugin.ts';
import { failed } from '../../../support/failure.ts';

/** The team, target and packaging to which a file belongs. */
interface Owner {
  /** The name of the team, with its publisher if it has one. */
  team: string;
  target: ExportTarget;
  packaging?: 'plugin' | undefined;
}

/** The files of a plugin that are not part of the export, by their paths below the folder of the plugin. */
const ownFiles = ['.claude-plugin/plugin.json', 'plugin.json', 'README.md'];

/**
 * Tells whether a path may belong to one team alone: its form is defined by the target, and it is named after the team
 * (docs/command.md#9). Paths are in lower case except for fixed words, so that two paths never name one file on any system.
 */
export function mayWrite(path: string, { team, target, packaging }: Owner): boolean {
  const name = team.split('/').at(-1)!;
  if (sharedFiles.includes(path)) return false;
  if (packaging === undefined) return mayHave(target, path, name);
  const folder = `${pluginFolder}/${name}/`;
  const inside = path.startsWith(folder) ? path.slice(folder.length) : '';
  return ownFiles.includes(inside) || mayHave(target, `.claude/${inside}`, name);
}

/**
 * Returns the digest of a file in a project; undefined if there is none.
 * @param path relative, with slashes
 * @param known digests of texts that were written there; a text whose line ends Git changed to those of Windows keeps its digest
 * @throws Failure `failed` when the file, or a folder above it within the project, is a link, or is neither a file nor a folder
 */
export function digestAt(
  dir: string,
  path: string,
  known: readonly (string | undefined)[],
): string | undefined {
  const bytes = readAt(dir, path);
  if (bytes === undefined) return undefined;
  const plain = digestOf(bytes.toString('utf8'));
  return known.includes(plain) ? plain : `sha256:${sha256Hex(bytes)}`;
}

/** Returns the digest of a text, with any line ends counted as `\n`. */
export const digestOf = (text: string): string => `sha256:${sha256Hex(text.replaceAll('\r\n', '\n'))}`;

/**
 * Returns the bytes of a file in a project; undefined if there is none.
 * @throws Failure in the cases in which `digestAt` does
 */
export function readAt(dir: string, path: string): Buffer | undefined {
  const parts = path.split('/');
  for (const [at] of parts.entries()) {
    const part = parts.slice(0, at + 1).join('/');
    const found = lstatSync(join(dir, part), { throwIfNoEntry: false });
    if (!found) return undefined;
    if (found.isSymbolicLink())
      throw failed(
        `${part} is a symbolic link, and this command writes no file through one. Replace it with a folder or file.`,
      );
    const isLast = at === parts.length - 1;
    if (isLast ? !found.isFile() : !found.isDirectory())
      throw failed(`${part} is not a ${isLast ? 'file' : 'folder'}. Move it away.`);
  }
  return readFileSync(join(dir, path));
}
