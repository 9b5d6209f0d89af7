/** `operator tickets rotate-key|caps`. */
import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import type { Store } from '../../server/store/store.ts';
import { aboutCap, capNames, isCapName, maxOfCap, readCaps } from '../../server/ticket/caps.ts';
import { newTicketKey } from '../../server/ticket/key.ts';
import { rfc3339 } from '../../server/ticket/time.ts';
import { OperatorError, type Report, report, wholeNumber } from './operator.ts';

export function addTicketsCommands(program: Command): void {
  const tickets = program.command('tickets').description('Use tickets.');
  tickets
    .command('rotate-key')
    .description('Puts a new ticket key in force. Tickets issued before can no longer be redeemed.')
    .action(() => report('tickets rotate-key', rotateKey));
  tickets
    .command('caps')
    .description('Prints the caps, or sets some of them.')
    .option(
      '--set <name=value>',
      `sets a cap: ${capNames.join(', ')}`,
      (text: string, before: string[]) => [...before, text],
      [],
    )
    .action((options: { set: string[] }) => report('tickets caps', store => caps(store, options.set)));
}

async function rotateKey(store: Store, now: number): Promise<Report> {
  const key = newTicketKey(randomBytes);
  const voided = await store.keys.rotate(key, now);
  return {
    fields: { key: key.id, in_force_since: rfc3339(now), tickets_made_void: voided },
    text: 'Tickets of the former key are refused, and its secrets are erased. Ids of networks begin anew.',
  };
}

async function caps(store: Store, assignments: readonly string[]): Promise<Report> {
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
