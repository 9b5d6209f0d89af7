/** `diff`: what is on disk beside what the newest version would write. */

import { print, say } from '../../support/output.ts';
import { readExport } from '../catalog/export.ts';
import { findVersion, proveVersion, readTeamName } from '../catalog/version.ts';
import { wantedOf } from '../install/change.ts';
import { packaged } from '../install/install.ts';
import { readLockFile } from '../install/lock-file.ts';
import { readAt } from '../install/path.ts';
import { openTrusted, projectOf, type TeamOptions } from './options.ts';
import { selected } from './update.ts';

/** Prints how the files of installed teams differ from those of the version named, or the newest active one. */
export async function diff(name: string | undefined, options: TeamOptions): Promise<void> {
  const dir = projectOf(options);
  const lock = readLockFile(dir);
  for (const team of selected(lock, name)) {
    const trusted = await openTrusted(options, lock, team.from);
    const state = findVersion(trusted.log, { team: team.team, version: name && readTeamName(name).version });
    const proved = await proveVersion(trusted.catalog, trusted.log, state);
    const exported = await readExport(trusted.catalog, proved, team.target);
    const files = packaged(exported, { team: team.team, packaging: team.packaging, trusted, proved });
    const wanted = wantedOf(files, team);
    say(
      `${team.team} for ${team.target}: ${team.version} on disk, ${state.version} in ${trusted.catalog.baseUrl}`,
    );
    const texts = new Map([
      ...team.files.map(({ path }) => [path, ''] as const),
      ...wanted.files.map(({ path, text }) => [path, text] as const),
    ]);
    for (const [path, text] of texts) {
      const lines = changedLines(readAt(dir, path)?.toString('utf8') ?? '', text);
      if (lines.length > 0)
        print([`--- ${path} (on disk)`, `+++ ${path} (${state.version})`, ...lines].join('\n'));
    }
  }
}

/** The most lines that are compared one by one; beyond it, all of both are shown. */
const maxCells = 4_000_000;

/** The lines that one text has and the other has not, each with `-` or `+` before it, between those that both have. */
export function changedLines(before: string, after: string): string[] {
  if (before === after) return [];
  const [old, next] = [linesOf(before), linesOf(after)];
  const removed = (line: string) => `-${line}`;
  const added = (line: string) => `+${line}`;
  if (old.length * next.length > maxCells) return [...old.map(removed), ...next.map(added)];
  const common = commonLengths(old, next);
  const lines: string[] = [];
  for (let [i, j] = [0, 0]; i < old.length || j < next.length; ) {
    if (i < old.length && j < next.length && old[i] === next[j]) [i, j] = [i + 1, j + 1];
    else if (j >= next.length || (i < old.length && common[i + 1]![j]! >= common[i]![j + 1]!))
      lines.push(removed(old[i++]!));
    else lines.push(added(next[j++]!));
  }
  return lines;
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/));

/** At [i][j], how many lines the rests of both from there have in common, in order. */
function commonLengths(old: readonly string[], next: readonly string[]): Uint32Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint32Array(next.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = next.length - 1; j >= 0; j -= 1)
      lengths[i]![j] =
        old[i] === next[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  return lengths;
}
