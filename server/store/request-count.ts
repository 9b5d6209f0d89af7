/** Requests by credential, counted for all processes together, a minute at a time. */
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Backend, Row } from './dialect/backend.ts';

/** What was taken of the requests that a credential may make in the present minute. */
export interface Taken {
  granted: number;
  /** What nobody has taken yet. */
  left: number;
  /** How long the minute goes on. */
  milliseconds: number;
}

export interface RequestCountStore {
  /** Takes as many requests as are left, and no more than are wanted. */
  take(credentialId: string, wanted: number, perMinute: number): Promise<Taken>;
}

/** A minute of a credential begins with its first request, and its row is used again for the next. */
export function requestCountStore(backend: Backend): RequestCountStore {
  const limiters = new Map<number, RateLimiterPostgres>();
  const limiterOf = (perMinute: number) => {
    const limiter = limiters.get(perMinute) ?? newLimiter(backend, perMinute);
    limiters.set(perMinute, limiter);
    return limiter;
  };
  return {
    take: async (credentialId, wanted, perMinute) => {
      const { consumedPoints, msBeforeNext } = await limiterOf(perMinute)
        .consume(credentialId, wanted)
        .catch(refusedOrThrown);
      const tooMany = Math.max(0, consumedPoints - perMinute);
      return {
        granted: Math.max(0, wanted - tooMany),
        left: Math.max(0, perMinute - consumedPoints),
        milliseconds: msBeforeNext,
      };
    },
  };
}

/** The limiter for PostgreSQL: it has one statement, which SQLite understands as well, so the store runs it on either. */
function newLimiter(backend: Backend, points: number): RateLimiterPostgres {
  const query = ({ text, values }: { text: string; values: unknown[] }) =>
    backend.transact(function* () {
      const rows: Row[] = yield { sql: text, parameters: values };
      return { rows };
    });
  return new RateLimiterPostgres({
    storeClient: { query },
    storeType: 'pool',
    tableName: 'request_count',
    tableCreated: true,
    // There are no more rows than credentials.
    clearExpiredByTimeout: false,
    keyPrefix: '',
    points,
    duration: 60,
  });
}

/** The limiter throws its answer when it is no. */
function refusedOrThrown(reason: unknown): RateLimiterRes {
  if (reason instanceof RateLimiterRes) return reason;
  throw reason;
}
