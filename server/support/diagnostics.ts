/**
 * The events inside the service that metrics and traces need. They are sent over channels of `node:diagnostics_channel`, which
 * cost almost nothing while nobody listens. No message holds an address, a credential or a text of a client.
 */
import { type Channel, channel } from 'node:diagnostics_channel';

/** The messages of the channels, by the name of the channel. */
interface Diagnostics {
  ticket: { cohort: string; outcome: 'issued' | 'capped' | 'failed'; cap?: string };
  /**
   * The number of open tickets and of counts of holders that were dropped because their time lies in the future, so that a clock
   * was wrong when they were written.
   */
  ahead: { tickets: number; counts: number };
  redemption: { form: 'receipt' | 'compact'; outcome: string };
  /** The kind of an event of a tenant that was committed. */
  event: { kind: string };
  /** The number of changes that shared one commit. */
  batch: { size: number };
  /** The reason why a worker process is replaced: it ended by itself, or was ended because it hung. */
  worker: { reason: 'died' | 'hung' };
  /**
   * The status, of at least 500, with which a request ended. `reason` is the code of the refusal, or for a refusal of the
   * database a word that says more.
   */
  failure: { status: number; reason: string };
  /**
   * A query of the database that was answered: its name, the time at which it began, in milliseconds since 1970, and the error
   * that it ended with.
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
