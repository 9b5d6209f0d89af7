/** The services of the tenant API, apart from the store. */

import type { Store } from '../store/store.ts';
import { seconds } from '../support/time.ts';
import { type Authenticate, authenticator } from './authenticate.ts';
import { type EventWaiter, eventWaiter } from './event-waiter.ts';
import { Pace } from './pace.ts';
import { type RateLimit, rateLimit } from './rate-limit.ts';
import { openSigning, type Signing } from './signing.ts';

export interface TenantServices {
  /** Authenticates, and asks the store each time, so that a revocation takes effect at once in every process. */
  authenticate: Authenticate;
  rateLimit: RateLimit;
  events: EventWaiter;
  signing: Signing;
  pace: Pace;
  /** Closes the services: ends all waits for events. */
  close(): void;
}

/** The seconds for which answers are stored. At least 30 days are promised (docs/http.md#15). */
const keptSeconds = 31 * 24 * 3600;
const sweepMilliseconds = 3_600_000;

export function openTenantServices(
  config: { signingKey?: string | undefined; dataDir: string },
  store: Store,
  isListed: (keyId: string) => boolean,
  now: () => number,
  onError: (what: string) => (error: unknown) => void,
): TenantServices {
  const sweep = () =>
    store.mutations.forget(seconds(now()) - keptSeconds).catch(onError('no answer was forgotten'));
  const sweeper = setInterval(sweep, sweepMilliseconds).unref();
  const events = eventWaiter(store.events, onError('events could not be awaited'));
  return {
    authenticate: authenticator(store.credentials, now, 0),
    rateLimit: rateLimit(store.requestCounts),
    events,
    pace: new Pace(() => performance.now()),
    signing: openSigning(config, isListed, now, onError('the signing key cannot be used')),
    close: () => {
      clearInterval(sweeper);
      events.close();
    },
  };
}
