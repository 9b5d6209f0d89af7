/**
 * The events inside the service, for metrics and traces: told over channels of `node:diagnostics_channel`, which cost next to
 * nothing while nobody listens. No message holds an address, a credential or a text of a client.
 */
import { type Channel, channel } from 'node:diagnostics_channel';

/** The messages, by the name of their channel. */
interface Diagnostics {
  ticket: { cohort: string; outcome: 'issued' | 'capped' | 'failed'; cap?: string };
  /** Open tickets and counts of holders that lay in the future were dropped: a clock was wrong when they were made. */
  ahead: { tickets: number; counts: number };
  redemption: { form: 'receipt' | 'compact'; outcome: string };
  /** An event of a tenant was committed. */
  event: { kind: string };
  /** A group of changes shared one commit. */
  batch: { size: number };
  /** A worker process ended by itself or was ended because it hung, and is replaced. */
  worker: { reason: 'died' | 'hung' };
  /** A request ended in a status from 500 on: the code of the refusal, and for one of the database what it was. */
  failure: { status: number; reason: string };
  /** A question to the database was answered: its name, when it began in milliseconds since 1970, and the error it ended in. */
  question: { name: string; begun: number; failure?: string };
}

const channels = Object.fromEntries(
  (['ticket', 'ahead', 'redemption', 'event', 'batch', 'worker', 'failure', 'question'] as const).map(
    name => [name, channel(`agent-topology.${name}`)],
  ),
) as Record<keyof Diagnostics, Channel>;

/** Reports an event to the listeners. */
export function tell<Name extends keyof Diagnostics>(name: Name, message: Diagnostics[Name]): void {
  if (channels[name].hasSubscribers) channels[name].publish(message);
}

/** Listens to what happens. */
export function listen<Name extends keyof Diagnostics>(
  name: Name,
  to: (message: Diagnostics[Name]) => void,
): void {
  channels[name].subscribe(message => to(message as Diagnostics[Name]));
}
