/** `diff`: what is on disk beside what the newest version would write. */

import { print, report, say } from '../../../support/output.ts';
import { readExport } from '../catalog/export.ts';
import { findVersion, proveVersion, readTeamName } from '../catalog/version.ts';
import { wantedOf } from '../install/change.ts';
import { packaged } from '../install/install.ts';
import { readLockFile } from '../install/lock-file.ts';
import { unified } from '../install/merge.ts';
import { overridden } from '../install/override.ts';
import { readAt } from '../install/path.ts';
import { openTrusted, projectOf, type TeamOptions } from './options.ts';
import { selected } from './update.ts';

/** Prints how the files of installed teams differ from those of the version named, or the newest active one. */
export async function diff(named: string | undefined, options: TeamOptions): Promise<void> {
  const dir = projectOf(options);
  const lock = readLockFile(dir);
  for (const team of selected(lock, named)) {
    const trusted = await openTrusted(options, lock, team.from);
    const state = findVersion(trusted.log, {
      team: team.team,
      version: named && readTeamName(named).version,
    });
    const proved = await proveVersion(trusted.catalog, trusted.log, state);
    const exported = await readExport(trusted.catalog, proved, team.target);
    const files = packaged(exported, { team: team.team, packaging: team.packaging, trusted, proved });
    const name = team.team.split('/').at(-1)!;
    const wanted = wantedOf(overridden(files, name, team.overrides?.models), team);
    say(
      `${team.team} for ${team.target}: ${team.version} on disk, ${state.version} in ${trusted.catalog.baseUrl}`,
    );
    const texts = new Map([
      ...team.files.map(({ path }) => [path, ''] as const),
      ...wanted.files.map(({ path, text }) => [path, text] as const),
    ]);
    for (const [path, text] of texts) {
      const patch = unified(path, readAt(dir, path)?.toString('utf8') ?? '', text, state.version);
      if (patch === '') continue;
      print(patch);
      report({ team: team.team, target: team.target, path, patch });
    }
  }
}
