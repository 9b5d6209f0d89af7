/** Requests by credential, counted for all processes together, a minute at a time. */
import { type Backend, rows } from './database/backend.ts';

/** The requests that a credential was granted, and those it has left, in the present minute. */
interface Taken {
  granted: number;
  /** Requests left in this minute. */
  left: number;
  /** The milliseconds that are left of the minute. */
  milliseconds: number;
}

export interface RequestCountStore {
  /** Takes as many requests as are left, and no more than are wanted. */
  take(credentialId: string, wanted: number, perMinute: number): Promise<Taken>;
}

const minute = 60_000;

/** A minute of a credential begins with its first request, and its row is used again for the next. */
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
