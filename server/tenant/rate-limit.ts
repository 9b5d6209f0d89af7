/**
 * Refuses requests of a credential above the limit per minute of its account, counted over all processes.
 *
 * The database has the count. To avoid asking it for each request, a process takes several requests from it at once, for its
 * own use: one at first, then twice as many each time, so that it never has more left than it has used; and never more than a
 * sixteenth of what is left, so that the last ones are taken one by one.
 */
import type { Limits } from '#document/message/account.ts';
import type { RequestCountStore } from '../store/request-count.ts';
import { BoundedMap } from '../support/bounded.ts';
import { Refusal } from '../support/refusal.ts';

/** The requests of a credential in this minute. */
export interface RateState {
  perMinute: number;
  /** The number of requests left in this minute, as far as this process knows. */
  remaining: number;
  /** The seconds until the next minute begins. */
  seconds: number;
}

type PerMinute = Pick<Limits, 'requests_per_minute'>;

export interface RateLimit {
  /**
   * Counts a request.
   * @throws Refusal `rate_limited`, with the seconds until the next minute begins
   */
  take(credentialId: string, limits: PerMinute): Promise<void>;
  /** Returns the requests that a credential has left, without counting one. */
  state(credentialId: string, limits: PerMinute): RateState;
}

/** The requests that this process has taken for a credential and not used yet. */
interface Share {
  perMinute: number;
  /** The number of requests taken last, and how many of them are unused. */
  granted: number;
  unused: number;
  /** The number of requests that all processes have left in the minute. */
  left: number;
  /** The end of the minute, in milliseconds since 1970. */
  until: number;
}

/**
 * The most credentials whose shares are kept, which is more than ever call in a minute. A share that is dropped only loses its
 * unused requests.
 */
const maxShares = 10_000;
const smallestPart = 16;

/**
 * Makes the rate limit.
 * @param now returns the time of the machine, in milliseconds since 1970, which the database uses too
 */
export function rateLimit(counts: RequestCountStore, now: () => number = Date.now): RateLimit {
  const shares = new BoundedMap<string, Share>(maxShares);
  const renewals = new Map<string, Promise<void>>();

  const presentShare = (credentialId: string, perMinute: number): Share | undefined => {
    const share = shares.get(credentialId);
    return share?.perMinute === perMinute && now() < share.until ? share : undefined;
  };

  async function renew(credentialId: string, perMinute: number): Promise<void> {
    const wanted = nextPart(presentShare(credentialId, perMinute));
    const { granted, left, milliseconds } = await counts.take(credentialId, wanted, perMinute);
    shares.set(credentialId, { perMinute, granted, unused: granted, left, until: now() + milliseconds });
  }

  /** Takes more requests from the database. Concurrent callers wait for the same answer. */
  function renewOnce(credentialId: string, perMinute: number): Promise<void> {
    const running = renewals.get(credentialId);
    if (running) return running;
    const renewal = renew(credentialId, perMinute).finally(() => renewals.delete(credentialId));
    renewals.set(credentialId, renewal);
    return renewal;
  }

  return {
    state: (credentialId, { requests_per_minute: perMinute }) => {
      const share = presentShare(credentialId, perMinute);
      if (!share) return { perMinute, remaining: perMinute, seconds: 60 };
      const seconds = Math.max(1, Math.ceil((share.until - now()) / 1000));
      return { perMinute, remaining: share.unused + share.left, seconds };
    },
    take: async (credentialId, { requests_per_minute: perMinute }) => {
      for (;;) {
        const share = presentShare(credentialId, perMinute);
        if (share && share.unused > 0) {
          share.unused -= 1;
          return;
        }
        if (share && share.left === 0) throw rateLimited(perMinute, share.until - now());
        await renewOnce(credentialId, perMinute);
      }
    },
  };
}

const nextPart = (share: Share | undefined): number =>
  share ? Math.min(2 * share.granted, Math.ceil(share.left / smallestPart)) : 1;

function rateLimited(perMinute: number, milliseconds: number): Refusal {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return new Refusal(
    'rate_limited',
    `The credential has made the ${perMinute} requests that it may make in a minute. Send this one again after ${seconds} seconds.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}
