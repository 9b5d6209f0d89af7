/**
 * The events inside the service that metrics and traces need. They are sent over channels of `node:diagnostics_channel`, which
 * cost almost nothing while nobody listens. No message holds an address, a credential or a text of a client.
 */
import { type Channel, channel } from 'node:diagnostics_channel';

/** The messages of the channels, by the name of the channel. */
interface Diagnostics {
  ticket: { cohort: string; outcome: 'issued' | 'capped' | 'failed'; cap?: string };
  /** Open tickets and counts of holders with a time in the future were dropped. A clock was wrong when they were written. */
  ahead: { tickets: number; counts: number };
  redemption: { form: 'receipt' | 'compact'; outcome: string };
  /** An event of a tenant was committed. */
  event: { kind: string };
  /** A group of changes shared one commit. */
  batch: { size: number };
  /** A worker process ended by itself or was ended because it hung, and is replaced. */
  worker: { reason: 'died' | 'hung' };
  /**
   * A request ended with a status of at least 500. `reason` is the code of the refusal, or for a refusal of the database a word
   * that says more.
   */
  failure: { status: number; reason: string };
  /**
   * A question to the database was answered: the name of the question, the time at which it began, in milliseconds since 1970,
   * and the error that it ended with.
   */
  question: { name: string; begun: number; failure?: string };
}

const channels = Object.fromEntries(
  (['ticket', 'ahead', 'redemption', 'event', 'batch', 'worker', 'failure', 'question'] as const).map(
    name => [name, channel(`agent-topology.${name}`)],
  ),
) as Record<keyof Diagnostics, Channel>;

/** Sends a message to the listeners of a channel. */
export function tell<Name extends keyof Diagnostics>(name: Name, message: Diagnostics[Name]): void {
  if (channels[name].hasSubscribers) channels[name].publish(message);
}

/** Listens to a channel. */
export function listen<Name extends keyof Diagnostics>(
  name: Name,
  to: (message: Diagnostics[Name]) => void,
): void {
  channels[name].subscribe(message => to(message as Diagnostics[Name]));
}
