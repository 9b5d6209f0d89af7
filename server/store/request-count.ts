/** Counts requests for each credential and minute, over all processes. */
import { type Backend, rows } from './database/backend.ts';

/** The requests of a credential in the present minute: how many were granted now, and how many are left. */
interface Taken {
  granted: number;
  /** The number of requests left in this minute. */
  left: number;
  /** The milliseconds left in this minute. */
  milliseconds: number;
}

export interface RequestCountStore {
  /** Takes as many requests as are wanted, or as are left if these are fewer. */
  take(credentialId: string, wanted: number, perMinute: number): Promise<Taken>;
}

const minute = 60_000;

/**
 * The statement that counts requests. The minute of a credential begins with its first request; its row is used again for the
 * next minute.
 */
const count = `
  INSERT INTO request_count (key, points, expire) VALUES ($1, $2, $3)
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN request_count.expire <= $4 THEN excluded.points ELSE request_count.points + excluded.points END,
    expire = CASE WHEN request_count.expire <= $4 THEN excluded.expire ELSE request_count.expire END
  RETURNING points, expire`;

export function requestCountStore(backend: Backend): RequestCountStore {
  return {
    take: async (credentialId, wanted, perMinute) => {
      const now = Date.now();
      const [row] = await backend.transact(() =>
        rows<{ points: number; expire: number }>(count, credentialId, wanted, now + minute, now),
      );
      const { points, expire } = row!;
      return {
        granted: Math.max(0, wanted - Math.max(0, points - perMinute)),
        left: Math.max(0, perMinute - points),
        milliseconds: Math.max(0, expire - now),
      };
    },
  };
}
