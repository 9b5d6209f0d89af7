/** The half of the ticket desk that issues. */
import type { KeyObject } from 'node:crypto';
import type { LiveSettings } from './live-settings.ts';
import type { Wish } from './store/ticket.ts';
import type { CappedHolders } from './ticket/capped.ts';
import { capsOf } from './ticket/caps.ts';
import { type Holder, site } from './ticket/ledger.ts';
import { networkId, networkOf } from './ticket/network.ts';
import { createSelector } from './ticket/selection.ts';
import { rfc3339, seconds } from './ticket/time.ts';
import { type Claims, mintToken, type Subject } from './ticket/token.ts';
import type { Candidate, DeskWorld, Fetcher, TicketDesk, VisitorFetch } from './ticket-desk.ts';

/** The stage of the rollout that tickets name. */
const rolloutStage = 'limited';

/** Makes the function that tells candidates from all others. */
export function candidateChooser(
  { settings, now }: DeskWorld,
  capped: CappedHolders,
): TicketDesk['candidate'] {
  const select = createSelector();
  const holderOf = visitorHolder(settings);
  const candidateOf = (fetcher: Fetcher): Candidate | undefined => {
    if (fetcher.cohort === 'invited')
      return { holder: { cohort: 'invited', holder: fetcher.credential }, rule: null };
    const rule = select(fetcher.visit);
    const holder = rule?.selected ? holderOf(fetcher) : undefined;
    return holder && { holder, rule: rule!.name };
  };
  return fetcher => {
    if (!settings.isLoaded) return undefined;
    const candidate = candidateOf(fetcher);
    return candidate && !capped.has(candidate.holder, now()) ? candidate : undefined;
  };
}

/**
 * The holder that a visitor is: the keyed id of its network. It is remembered with the connection, and forgotten with it
 * or with the key.
 */
function visitorHolder(settings: LiveSettings): (fetch: VisitorFetch) => Holder | undefined {
  const remembered = new WeakMap<object, { key: KeyObject; holder: Holder }>();
  return fetch => {
    const { connection } = fetch;
    const key = settings.current.key.network;
    const known = connection && remembered.get(connection);
    if (known?.key === key) return known.holder;
    const network = networkOf(fetch.address());
    if (network === undefined) return undefined;
    const holder: Holder = { cohort: 'visitor', holder: networkId(network, key) };
    if (connection) remembered.set(connection, { key, holder });
    return holder;
  };
}

/** Makes the function that issues tickets to candidates. */
export function ticketIssuer(world: DeskWorld, capped: CappedHolders): TicketDesk['issue'] {
  const { settings, store, now } = world;
  const newId = idMaker(world.randomBytes);
  return async (candidate, subject) => {
    try {
      const wish = wishFor(newId(), candidate, subject, world);
      const grant = await store.tickets.issue(wish);
      if ('cappedBy' in grant) {
        capped.add(grant.cappedBy === 'site' ? site : candidate.holder, now());
        return undefined;
      }
      // Another process may have rotated the key a moment ago.
      if (grant.keyId !== settings.current.key.id) await settings.refresh();
      if (grant.keyId !== settings.current.key.id) return undefined;
      const claims = claimsOf(wish, grant);
      const token = mintToken(claims, settings.current.key);
      return { id: claims.id, token, cohort: claims.cohort, expiresAt: rfc3339(claims.expires) };
    } catch (error) {
      world.onError(error);
      return undefined;
    }
  };
}

const idBytes = 16;
const idsAtOnce = 256;

/** Makes ids of 128 random bits. Randomness is asked for in larger portions, which costs less. */
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

function wishFor(
  id: string,
  { holder, rule }: Candidate,
  { kind, subject }: Subject,
  { settings, now }: DeskWorld,
): Wish {
  return {
    cohort: holder.cohort,
    holder: holder.holder,
    kind,
    subject,
    rule,
    id,
    stage: rolloutStage,
    at: seconds(now()),
    caps: capsOf(holder.cohort, settings.current.caps),
  };
}

function claimsOf(
  { id, kind, subject, cohort, holder, rule, stage }: Wish,
  grant: { number: number; keyId: string; issuedAt: number; expiresAt: number },
): Claims {
  return {
    key: grant.keyId,
    id,
    number: grant.number,
    kind,
    subject,
    cohort,
    holder,
    ...(rule !== null && { rule }),
    stage,
    issued: grant.issuedAt,
    expires: grant.expiresAt,
  };
}
