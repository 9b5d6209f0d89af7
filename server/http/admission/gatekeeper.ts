/** Who is let in: credentials are checked here, and networks that ask too often are refused. */
import type { IncomingMessage } from 'node:http';
import type { Authenticate } from '../../tenant/authenticate.ts';
import type { TrustsProxy } from './client.ts';
import { type AuthenticateRequest, authenticationGuard } from './guarded-authentication.ts';
import { type AdmitLongPoll, longPolls } from './long-poll.ts';
import { type Throttle, throttle } from './network-limit.ts';
import { searchTurns, type TakeTurn } from './search-turn.ts';
import type { TrafficLimits } from './traffic-limits.ts';

export interface Gatekeeper {
  /** Finds who calls; a credential that was good a moment ago is believed. */
  authenticate: AuthenticateRequest;
  /** Finds who calls, and asks the store each time. */
  authenticateNow: AuthenticateRequest;
  /** Counts a use receipt of a network. */
  admitReceipt: Throttle;
  /** Counts a request to the MCP endpoint that has no credential, and refuses ahead one whose credential would not be checked. */
  admitMcp: Throttle;
  /** Counts a search over HTTP, together with the requests to the MCP endpoint. */
  admitSearch: Throttle;
  /** Runs a search when its turn has come, over HTTP or MCP. */
  takeTurn: TakeTurn;
  /** Counts a request of a credential that waits for an event. */
  admitLongPoll: AdmitLongPoll;
}

/**
 * Makes the functions that limit requests of one network.
 * @throws Refusal `rate_limited` from each of them
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
