/** Where use tickets are issued and redeemed, for HTTP and MCP alike. */
import type { KeyObject } from 'node:crypto';
import type { CompactOutcome, UseReceiptAcceptance } from '#document/kind/use-receipt-acceptance.ts';
import type { LiveSettings } from './live-settings.ts';
import type { Accepted, Redemption, Report } from './store/receipt.ts';
import type { Store } from './store/store.ts';
import type { Wish } from './store/ticket.ts';
import { CappedHolders } from './ticket/capped.ts';
import { capsOf } from './ticket/caps.ts';
import { type Holder, site } from './ticket/ledger.ts';
import { networkId, networkOf } from './ticket/network.ts';
import type { TicketProblem } from './ticket/problem.ts';
import { digestOf, type ReadReceipt } from './ticket/receipt.ts';
import { createSelector, type Visit } from './ticket/selection.ts';
import { rfc3339, seconds } from './ticket/time.ts';
import { type Claims, checkToken, mintToken, type Subject } from './ticket/token.ts';

/** The stage of the rollout that tickets name. */
export const rolloutStage = 'limited';

/** Who fetches: a credential that the operator invited, or an anonymous visitor. */
export type Fetcher = { cohort: 'invited'; credential: string } | VisitorFetch;

export interface VisitorFetch {
  cohort: 'visitor';
  visit: Visit;
  /** The address is asked for only when a visitor is selected, and is kept nowhere. */
  address(): string;
  /** What lives as long as the address holds: the connection, where no proxy speaks for the client. */
  connection?: object | undefined;
}

export interface IssuedTicket {
  id: string;
  token: string;
  cohort: Fetcher['cohort'];
  /** RFC 3339. */
  expiresAt: string;
}

/** The compact report of MCP. Its note was checked and dropped before this. */
export interface CompactReport {
  ticket: string;
  outcome: CompactOutcome;
}

/** What came of a report: the facts of its acceptance, or why its ticket takes none. */
export type Redeemed =
  | { ok: true; replayed: boolean; acceptance: Omit<UseReceiptAcceptance, 'evidence' | 'consent'> }
  | { ok: false; why: TicketProblem };

/** One who is in a cohort, and was not found at a cap a moment ago. */
export interface Candidate {
  holder: Holder;
  /** The rule that selected a visitor. */
  rule: string | null;
}

export interface TicketDesk {
  /** Whether a fetcher may get a ticket at all: told at once, so that others are answered without any delay. */
  candidate(fetcher: Fetcher): Candidate | undefined;
  /**
   * Issues a ticket for a page, unless a cap is reached; recorded durably when it resolves. Never rejects: without a
   * database, pages are served without tickets.
   */
  issue(candidate: Candidate, subject: Subject): Promise<IssuedTicket | undefined>;
  /** Redeems a ticket with a receipt. The acceptance survives a loss of power once this resolves. */
  redeem(receipt: ReadReceipt['receipt']): Promise<Redeemed>;
  /** Redeems a ticket with a compact report. */
  redeemCompact(report: CompactReport): Promise<Redeemed>;
  /** While reporting is paused: after how many seconds to try again. */
  readonly pausedForSeconds: number | undefined;
}

/** What the desk reaches of the world. */
export interface DeskWorld {
  store: Pick<Store, 'tickets' | 'receipts'>;
  settings: LiveSettings;
  /** Milliseconds since 1970. */
  now(): number;
  randomBytes(size: number): Buffer;
  /** Told why a ticket could not be issued; the visitor is not. */
  onError(error: unknown): void;
}

export function openTicketDesk(world: DeskWorld): TicketDesk {
  const capped = new CappedHolders();
  const redeem = redeemer(world, capped);
  return {
    candidate: chooser(world, capped),
    issue: issuer(world, capped),
    redeem: receipt => redeem(receipt.ticket, claims => receiptRow(receipt, claims, world)),
    redeemCompact: report => redeem(report.ticket, claims => compactRow(report, claims, world)),
    get pausedForSeconds() {
      return world.settings.current.pausedForSeconds;
    },
  };
}

function chooser({ settings, now }: DeskWorld, capped: CappedHolders): TicketDesk['candidate'] {
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
  return ({ connection, address }) => {
    const key = settings.current.key.network;
    const known = connection && remembered.get(connection);
    if (known?.key === key) return known.holder;
    const network = networkOf(address());
    if (network === undefined) return undefined;
    const holder: Holder = { cohort: 'visitor', holder: networkId(network, key) };
    if (connection) remembered.set(connection, { key, holder });
    return holder;
  };
}

function issuer(world: DeskWorld, capped: CappedHolders): TicketDesk['issue'] {
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
    ...holder,
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

function redeemer({ settings, store }: DeskWorld, capped: CappedHolders) {
  return async (ticket: string, report: (claims: Claims) => Report): Promise<Redeemed> => {
    const claims = await claimsIn(ticket, settings);
    if (typeof claims === 'string') return { ok: false, why: claims };
    const redemption = await store.receipts.redeem(report(claims));
    if (redemption.verdict === 'accepted') capped.delete(claims);
    return answerTo(redemption);
  };
}

/** Checks a ticket. A key that this process never heard of may be one that another has just put in force. */
async function claimsIn(ticket: string, settings: LiveSettings): Promise<Claims | 'rotated' | 'unknown'> {
  const check = () => checkToken(ticket, settings.current.key, settings.current.rotatedKeys);
  let claims = check();
  if (claims === 'unfamiliar') {
    await settings.refresh();
    claims = check();
  }
  return claims === 'unfamiliar' ? 'unknown' : claims;
}

function answerTo(redemption: Redemption): Redeemed {
  switch (redemption.verdict) {
    case 'accepted':
    case 'replayed':
      return {
        ok: true,
        replayed: redemption.verdict === 'replayed',
        acceptance: factsOf(redemption.accepted),
      };
    case 'void':
      return { ok: false, why: 'rotated' };
    default:
      return { ok: false, why: redemption.verdict };
  }
}

function factsOf(accepted: Accepted): Omit<UseReceiptAcceptance, 'evidence' | 'consent'> {
  return {
    subject_kind: accepted.subjectKind,
    subject: accepted.subject,
    cohort: accepted.cohort,
    stage: accepted.stage,
    report: accepted.form,
    outcome: accepted.outcome as UseReceiptAcceptance['outcome'],
    ...(accepted.modelPrecision !== null && {
      model_precision: accepted.modelPrecision as UseReceiptAcceptance['model_precision'] & string,
    }),
    accepted_at: rfc3339(accepted.acceptedAt),
    receipt_digest: accepted.digest,
  };
}

function receiptRow(receipt: ReadReceipt['receipt'], claims: Claims, { now }: DeskWorld): Report {
  const { ticket: _, ...values } = receipt;
  const { id, number } = claims;
  return { ...values, id, ticket: number, form: 'receipt', digest: digestOf(receipt), at: seconds(now()) };
}

function compactRow({ ticket, outcome }: CompactReport, claims: Claims, { now }: DeskWorld): Report {
  return {
    id: claims.id,
    ticket: claims.number,
    form: 'compact',
    digest: digestOf({ ticket, outcome }),
    at: seconds(now()),
    outcome,
    model_id: null,
    model_precision: null,
    task_class: null,
    tests_ran: null,
    tests_passed: null,
    input_tokens: null,
    output_tokens: null,
    elapsed_milliseconds: null,
  };
}
