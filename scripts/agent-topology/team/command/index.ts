/** Adds every command about teams, in the order in which people use them. */
import { Command } from 'commander';
import { exportTargets } from '../catalog/export.ts';
import { readModel } from '../install/override.ts';
import { add } from './add.ts';
import { diff } from './diff.ts';
import { list } from './list.ts';
import { fromHelp, type TeamOptions, withCatalog, withForce } from './options.ts';
import { recompute } from './recompute.ts';
import { search } from './search.ts';
import { show } from './show.ts';
import { status, verify } from './status.ts';
import { remove, update } from './update.ts';

/**
 * Makes a command.
 * @param example the words after its name in the example of its help
 */
const command = (name: string, description: string, example: string): Command =>
  new Command(name)
    .description(description)
    .addHelpText('after', `\nExample:\n  agent-topology ${name} ${example}`);

/**
 * Makes a command that reads a catalog.
 * @param example as for `command`
 */
const reader = (name: string, description: string, example: string): Command =>
  withCatalog(command(name, description, example));

/**
 * Makes a command about installed teams.
 * @param example as for `command`
 */
const manager = (name: string, description: string, example: string): Command =>
  withForce(reader(name, description, example));

const nameHelp = 'NAME[@VERSION], or PUBLISHER/NAME[@VERSION]; without a version the newest active one';

/**
 * Adds the commands about teams to the program. A team is named `NAME[@VERSION]`, or `PUBLISHER/NAME[@VERSION]`. All commands
 * about installed teams take the same options, whether or not they use them.
 */
export function addTeamCommands(program: Command): void {
  for (const each of [...reading(), ...writing()]) program.addCommand(each);
}

/** Returns the commands that only read a catalog or the lock file. */
const reading = (): Command[] => [
  command(
    'search',
    'Finds teams for a task in plain words.',
    'review a pull request before we merge it --from http://localhost:8080',
  )
    .argument('<words...>', 'a description of the work')
    .option('--from <url-or-folder>', fromHelp)
    .option('--kind <kind>', 'the kind of page to find: starter, formation, pattern, …', 'starter')
    .option('--task-class <class>', 'the task class, such as coding.bug_fix')
    .option('--limit <count>', 'the largest number of results, up to 20')
    .action(search),
  reader('show', 'Prints the document of a team, verified.', 'claim-check')
    .argument('<team>', nameHelp)
    .action(show),
  reader('list', 'Lists the teams of the project.', '--available')
    .option('--available', 'list the teams of the catalog instead', false)
    .action(list),
  reader('recompute', 'Computes a published comparison again.', 'NAME --from http://localhost:8080')
    .argument('<comparison>', 'the name of the comparison, as /comparisons/index.md lists it')
    .option(
      '--source <folder>',
      'a checkout of the source of the comparison, from whose files the command makes the table again',
    )
    .option('--json', 'print the result as JSON', false)
    .action(recompute),
];

/** Returns the commands that change or check the teams of a project. */
const writing = (): Command[] => [
  manager(
    'add',
    'Verifies a team and writes it as files of a runtime.',
    'claim-check --to claude-code --from http://localhost:8080',
  )
    .argument('<teams...>', nameHelp)
    .option(
      '--model <role=model>',
      'the model of a role, which updates keep; you may repeat this option',
      readModel,
    )
    .option('--to <target>', `the runtime: ${exportTargets.join(', ')}`)
    .option('--plugin', 'for claude-code: write the team as a plugin, in claude-plugins/NAME')
    .action(add),
  manager(
    'status',
    'Shows which files changed, and what the catalog now says about each team.',
    '--json',
  ).action(status),
  manager('verify', 'Checks files and proofs against the lock file, offline.', '--dir ../project').action(
    verify,
  ),
  manager(
    'update',
    'Updates one team, or all, to the newest active version.',
    'claim-check --model judge=sonnet',
  )
    .argument('[team]')
    .option('--model <role=model>', 'the model of a role; ROLE= restores that of the catalog', readModel)
    .option('--merge', 'where your edits and the update conflict, write both with conflict markers', false)
    .action(update),
  manager(
    'diff',
    'Shows what the newest version would change, as a patch that `git apply` can apply: `-` is on disk, `+` is new.',
    'claim-check > newest.patch',
  )
    .argument('[team]')
    .action(diff),
  manager('remove', 'Removes the files of a team.', 'claim-check --dry-run')
    .argument('<team>')
    .action((team: string, options: TeamOptions) => remove(team, options)),
];
