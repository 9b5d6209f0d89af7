/** `diff`: compares the files on disk with those that the newest version would write. */

import { print, report, say } from '../../../support/output.ts';
import { wantedBy } from '../install/install.ts';
import { readLockFile } from '../install/lock-file.ts';
import { unified } from '../install/merge.ts';
import { readAt } from '../install/path.ts';
import { projectOf, type TeamOptions } from './options.ts';
import { candidateFor, selected } from './update.ts';

/**
 * Prints, as patches, how the files of installed teams differ from those of the named version, or else of the newest active one.
 * @throws Failure when the team is not installed, or its version cannot be found or proved
 */
export async function diff(named: string | undefined, options: TeamOptions): Promise<void> {
  const dir = projectOf(options);
  const lock = readLockFile(dir);
  for (const team of selected(lock, named)) {
    const candidate = await candidateFor(team, named, options, lock);
    const { version } = candidate.proved.state;
    const { wanted } = await wantedBy(candidate, team);
    say(
      `${team.team} for ${team.target}: ${team.version} on disk, ${version} in ${candidate.trusted.catalog.baseUrl}`,
    );
    const texts = new Map<string, string | undefined>([
      ...team.files.map(({ path }) => [path, undefined] as const),
      ...wanted.files.map(({ path, text }) => [path, text] as const),
    ]);
    for (const [path, text] of texts) {
      const patch = unified(path, readAt(dir, path)?.toString('utf8'), text);
      if (patch === '') continue;
      print(patch);
      report({ team: team.team, target: team.target, path, patch });
    }
  }
}
