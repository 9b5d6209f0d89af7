/** Counts the requests of each credential, and refuses those beyond what its account allows in a minute. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limits } from '#document/kind/account.ts';
import { Refusal } from '../refusal.ts';

export interface RateLimit {
  /** @throws Refusal `rate_limited`, with the seconds after which it is worth trying again */
  take(credentialId: string, limits: Pick<Limits, 'requests_per_minute'>): Promise<void>;
}

const minute = 60;

/** A count of its own for this process: it needs no look-up, and a process that starts anew forgives. */
export function rateLimit(): RateLimit {
  const limiters = new Map<number, RateLimiterMemory>();
  const limiterOf = (points: number) => {
    const limiter = limiters.get(points) ?? new RateLimiterMemory({ points, duration: minute });
    limiters.set(points, limiter);
    return limiter;
  };
  return {
    take: async (credentialId, { requests_per_minute }) => {
      try {
        await limiterOf(requests_per_minute).consume(credentialId);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw rateLimited(requests_per_minute, Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
      }
    },
  };
}

const rateLimited = (limit: number, seconds: number): Refusal =>
  new Refusal(
    'rate_limited',
    `The credential made more than ${limit} requests in a minute. Send this one again after ${seconds} seconds.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
