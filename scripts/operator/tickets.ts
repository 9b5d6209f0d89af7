/** `operator tickets rotate-key|erase-secrets|caps`: manages the keys and caps of tickets. */
import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import type { Store } from '../../server/store/store.ts';
import { rfc3339 } from '../../server/support/time.ts';
import { aboutCap, capNames, isCapName, maxOfCap, readCaps } from '../../server/ticket/rule/caps.ts';
import { newTicketKey } from '../../server/ticket/rule/key.ts';
import type { Erased } from '../../server/ticket/store/ticket-key.ts';
import type { Host } from '../support/host.ts';
import { type CommandOutput, OperatorError, runCommand, wholeNumber } from './operator.ts';

export function addTicketsCommands(program: Command, host: Host): void {
  const tickets = program.command('tickets').description('Use tickets.');
  tickets
    .command('rotate-key')
    .description('Replaces the ticket key. Tickets that were issued before can no longer be redeemed.')
    .action(() => runCommand(host, 'tickets rotate-key', rotateKey));
  tickets
    .command('erase-secrets')
    .description('Erases the secrets of former ticket keys from the database, as a rotation does.')
    .action(() => runCommand(host, 'tickets erase-secrets', eraseSecrets));
  tickets
    .command('caps')
    .description('Shows the caps of use tickets. With --set, changes some of them first.')
    .option(
      '--set <name=value>',
      `sets a cap: ${capNames.join(', ')}`,
      (text: string, before: string[]) => [...before, text],
      [],
    )
    .action((options: { set: string[] }) =>
      runCommand(host, 'tickets caps', store => caps(store, options.set)),
    );
}

async function rotateKey(store: Store, now: number): Promise<CommandOutput> {
  const key = newTicketKey(randomBytes);
  const voided = await store.keys.rotate(key, now);
  const erased = await store.keys.erase();
  return {
    fields: {
      key: key.id,
      in_force_since: rfc3339(now),
      tickets_made_void: voided,
      old_secrets_erased_from: erased,
    },
    text: `Tickets of the old key are refused from now on, and every network gets a new id. ${aboutErased[erased]}`,
  };
}

async function eraseSecrets(store: Store): Promise<CommandOutput> {
  const erased = await store.keys.erase();
  if (erased === 'nothing') throw new OperatorError(aboutErased.nothing);
  return { fields: { old_secrets_erased_from: erased }, text: aboutErased[erased] };
}

const aboutErased: Record<Erased, string> = {
  files:
    'No file of the database contains the secrets of old keys any more. Older backups do, and snapshots of the disk may.',
  table:
    'The table was rewritten without the secrets of former keys. PostgreSQL still holds them where this ' +
    'command cannot reach: in its write-ahead log and archived copies of that, on replicas that lag ' +
    'behind, in backups made before, and in blocks that the file system has freed. A transaction that ' +
    'began before the rotation keeps a copy in the table: after it has ended, run `tickets ' +
    'erase-secrets`.',
  nothing:
    'The secrets of former keys are still in the database: another session keeps reading an earlier ' +
    'state, has locked the table, or owns it. End that session, such as a backup or a shell, then run ' +
    '`tickets erase-secrets`.',
};

async function caps(store: Store, assignments: readonly string[]): Promise<CommandOutput> {
  const changes = new Map(assignments.map(readAssignment));
  if (changes.size > 0) await store.settings.write(changes);
  return {
    fields: { ...readCaps(await store.settings.read()) },
    text: capNames.map(name => `- \`${name}\`: ${aboutCap(name)}`).join('\n'),
  };
}

function readAssignment(text: string): [string, string] {
  const [name = '', value = ''] = text.split(/=(.*)/s);
  if (!isCapName(name)) throw new OperatorError(`There is no cap ${name}. Caps: ${capNames.join(', ')}.`);
  try {
    return [`cap.${name}`, String(wholeNumber(0, maxOfCap(name))(value))];
  } catch (error) {
    throw new OperatorError(`${name}: ${(error as Error).message}`);
  }
}
