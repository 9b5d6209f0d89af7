/**
 * Limits how many requests of one credential may wait for an event at the same time. A request beyond the limit is refused, not
 * answered empty: a client that asks again at once after an empty answer would never stop.
 */
import { Refusal } from '../../support/refusal.ts';

/**
 * Counts a request that is about to wait for an event.
 * @param seconds the longest time that it waits
 * @returns a function to call when the wait has ended
 * @throws Refusal `rate_limited`, with the seconds until one of the other requests has ended
 */
export type AdmitLongPoll = (credentialId: string, seconds: number) => () => void;

/**
 * Makes the function that counts waiting requests.
 * @param perCredential the most requests of a credential that may wait at the same time
 * @param now milliseconds of a clock that never goes back
 */
export function longPolls(perCredential: number, now: () => number = () => performance.now()): AdmitLongPoll {
  /** The latest end of each waiting request, by the id of its credential. */
  const waiting = new Map<string, Set<{ until: number }>>();
  return (credentialId, seconds) => {
    const polls = waiting.get(credentialId) ?? new Set();
    if (polls.size >= perCredential) throw tooMany(perCredential, firstEnd(polls) - now());
    const poll = { until: now() + seconds * 1000 };
    waiting.set(credentialId, polls.add(poll));
    return () => {
      polls.delete(poll);
      if (polls.size === 0) waiting.delete(credentialId);
    };
  };
}

const firstEnd = (polls: Iterable<{ until: number }>): number =>
  Math.min(...Array.from(polls, ({ until }) => until));

function tooMany(perCredential: number, milliseconds: number): Refusal {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return new Refusal(
    'rate_limited',
    `As many requests of this credential wait for events as may do so at the same time, which is ${perCredential}. ` +
      `Send this one again after ${seconds} seconds, or without \`wait\`.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}
