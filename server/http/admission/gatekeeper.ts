/** The gatekeeper: checks credentials, and refuses networks that ask too often. */
import type { IncomingMessage } from 'node:http';
import type { Authenticate } from '../../tenant/authenticate.ts';
import type { TrustsProxy } from './client.ts';
import { type AuthenticateRequest, authenticationGuard } from './guarded-authentication.ts';
import { type AdmitLongPoll, longPolls } from './long-poll.ts';
import { type Throttle, throttle } from './network-limit.ts';
import { searchTurns, type TakeTurn } from './search-turn.ts';
import type { TrafficLimits } from './traffic-limits.ts';

export interface Gatekeeper {
  /** Finds the caller of a request. A credential that was valid a moment ago is not checked again. */
  authenticate: AuthenticateRequest;
  /** Finds the caller of a request, and asks the store each time. */
  authenticateNow: AuthenticateRequest;
  /** Counts a use receipt that a network sent. */
  admitReceipt: Throttle;
  /**
   * Counts a request to the MCP endpoint without a credential. A request with a credential that would not be checked is refused
   * at once.
   */
  admitMcp: Throttle;
  /** Counts a search over HTTP. Requests to the MCP endpoint and searches share one count. */
  admitSearch: Throttle;
  /** Runs a search, over HTTP or MCP, when its turn has come. */
  takeTurn: TakeTurn;
  /** Counts a request that waits for an event, for its credential. */
  admitLongPoll: AdmitLongPoll;
}

/**
 * Makes the functions that limit the requests of one network.
 * @throws Refusal `rate_limited`, by each of these functions
 */
export function openGatekeeper(
  { authenticate, authenticateNow }: { authenticate: Authenticate; authenticateNow: Authenticate },
  limits: TrafficLimits,
  trustsProxy: TrustsProxy,
): Gatekeeper {
  const { guard, refuseEarly } = authenticationGuard(limits.authFailuresPerMinute, trustsProxy);
  const anonymous = throttle(
    'MCP requests without a credential and searches',
    limits.mcpRequestsPerMinute,
    trustsProxy,
  );
  return {
    authenticate: guard(authenticate),
    authenticateNow: guard(authenticateNow),
    admitLongPoll: longPolls(limits.longPollsPerCredential),
    admitSearch: anonymous,
    takeTurn: searchTurns(limits.searchShare / 100, trustsProxy),
    admitReceipt: throttle('use receipts', limits.receiptsPerMinute, trustsProxy),
    admitMcp: (request: IncomingMessage) => {
      const { authorization } = request.headers;
      if (authorization === undefined) anonymous(request);
      else refuseEarly(authorization, request);
    },
  };
}
