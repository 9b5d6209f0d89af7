/** Issues tickets: one half of the ticket service. */
import type { KeyObject } from 'node:crypto';
import { tell } from '../support/diagnostics.ts';
import { rfc3339, seconds } from '../support/time.ts';
import type { LiveSettings } from './live-settings.ts';
import type { CappedHolders } from './rule/capped.ts';
import { type CapSettings, credentialLimits, visitorLimits } from './rule/caps.ts';
import { type Holder, ruleHolder, site } from './rule/ledger.ts';
import { networkIds, networksOf } from './rule/network.ts';
import { createSelector } from './rule/selection.ts';
import { type Claims, mintToken, type Subject } from './rule/token.ts';
import type { Candidate, TicketContext, TicketService, VisitorFetch } from './service.ts';
import type { TicketRequest } from './store/ticket.ts';

/** The stage of the rollout, which is a claim of every ticket. */
const rolloutStage = 'limited';

/**
 * Makes the function that returns the ticket candidate for a client that fetches a page; undefined for a client that gets no
 * ticket.
 */
export function candidateChooser(
  { settings, now }: TicketContext,
  capped: CappedHolders,
): TicketService['candidate'] {
  const select = createSelector();
  const candidateOf = visitorCandidates(settings);
  const visitorCandidate = (fetcher: VisitorFetch): Candidate | undefined => {
    const rule = select(fetcher.visit);
    if (!rule?.selected) return undefined;
    // If no visitor at all would get a ticket now, the network of this one is not computed.
    const isClosed = () => capped.hasAny([ruleHolder(rule.name), site], now());
    return candidateOf(fetcher, rule.name, isClosed);
  };
  return fetcher => {
    if (!settings.isLoaded) return undefined;
    const candidate =
      fetcher.cohort === 'invited'
        ? credentialCandidate(fetcher.credential, settings)
        : visitorCandidate(fetcher);
    return candidate && !capped.hasAny(candidate.limits, now()) ? candidate : undefined;
  };
}

const credentialCandidate = (credential: string, { current }: LiveSettings): Candidate => ({
  holder: { cohort: 'invited', holder: credential },
  network: null,
  rule: null,
  limits: credentialLimits(credential, current.caps),
});

/**
 * A candidate with the network key, caps and rule from which it was made. If one of these has changed, the candidate is made
 * again.
 */
interface Remembered {
  key: KeyObject;
  caps: CapSettings;
  rule: string;
  candidate: Candidate;
}

/**
 * Makes the function that returns the ticket candidate for a visitor; undefined if no visitor could get a ticket now, or the
 * network of the visitor is unknown. A candidate is kept for its connection until the network key, caps or rule change.
 */
function visitorCandidates(
  settings: LiveSettings,
): (fetch: VisitorFetch, rule: string, isClosed: () => boolean) => Candidate | undefined {
  const remembered = new WeakMap<object, Remembered>();
  return (fetch, rule, isClosed) => {
    const { connection } = fetch;
    const { key, caps } = settings.current;
    const known = connection && remembered.get(connection);
    if (known?.key === key.network && known.caps === caps && known.rule === rule) return known.candidate;
    if (isClosed()) return undefined;
    const networks = networksOf(fetch.address());
    if (networks === undefined) return undefined;
    const ids = networkIds(networks, key.network);
    const candidate: Candidate = {
      holder: { cohort: 'visitor', holder: ids.client },
      network: ids.network,
      rule,
      limits: visitorLimits(ids, rule, caps),
    };
    if (connection) remembered.set(connection, { key: key.network, caps, rule, candidate });
    return candidate;
  };
}

/** Makes the function that issues a ticket to a candidate; undefined if a cap is reached or there is no database. */
export function ticketIssuer(context: TicketContext, capped: CappedHolders): TicketService['issue'] {
  const { settings, store, now } = context;
  const newId = idMaker(context.randomBytes);
  return async (candidate, subject) => {
    try {
      const request = requestFor(newId(), candidate, subject, context);
      const result = await store.tickets.issue(request);
      if ('cappedBy' in result) {
        capped.add(result.cappedBy, now());
        tell('ticket', {
          cohort: request.cohort,
          outcome: 'capped',
          cap: capKind(result.cappedBy, candidate),
        });
        return undefined;
      }
      // Another process may have just rotated the key.
      if (result.keyId !== settings.current.key.id) await settings.refresh();
      if (result.keyId !== settings.current.key.id) return undefined;
      const claims = claimsOf(request, result);
      const token = mintToken(claims, settings.current.key);
      tell('ticket', { cohort: claims.cohort, outcome: 'issued' });
      return { id: claims.id, token, cohort: claims.cohort, expiresAt: rfc3339(claims.expires) };
    } catch (error) {
      tell('ticket', { cohort: candidate.holder.cohort, outcome: 'failed' });
      context.onError(error);
      return undefined;
    }
  };
}

/** Names the cap that a candidate has reached, as a word for metrics that identifies no client. */
function capKind({ holder }: Holder, candidate: Candidate): string {
  if (holder === '') return 'site';
  if (holder === candidate.network) return 'network';
  return holder.startsWith('rule:') ? 'rule' : 'holder';
}

const idBytes = 16;
const idsAtOnce = 256;

/**
 * Makes the function that returns random ids of 128 bits, as base64url. It reads random bytes in larger portions, which is
 * cheaper.
 */
function idMaker(randomBytes: (size: number) => Buffer): () => string {
  let pool: Buffer = Buffer.alloc(0);
  let used = 0;
  return () => {
    if (used === pool.length) {
      pool = randomBytes(idBytes * idsAtOnce);
      used = 0;
    }
    used += idBytes;
    return pool.toString('base64url', used - idBytes, used);
  };
}

function requestFor(
  id: string,
  { holder, network, rule, limits }: Candidate,
  { kind, subject }: Subject,
  { now }: TicketContext,
): TicketRequest {
  return {
    cohort: holder.cohort,
    holder: holder.holder,
    network,
    kind,
    subject,
    rule,
    id,
    stage: rolloutStage,
    at: seconds(now()),
    limits,
  };
}

function claimsOf(
  { id, kind, subject, cohort, holder, rule, stage }: TicketRequest,
  result: { number: number; keyId: string; issuedAt: number; expiresAt: number },
): Claims {
  return {
    key: result.keyId,
    id,
    number: result.number,
    kind,
    subject,
    cohort,
    holder,
    ...(rule !== null && { rule }),
    stage,
    issued: result.issuedAt,
    expires: result.expiresAt,
  };
}
