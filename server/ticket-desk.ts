/** Where use tickets are issued and redeemed, for HTTP and MCP alike. */
import type { CompactOutcome, UseReceiptAcceptance } from '#document/kind/use-receipt-acceptance.ts';
import type { LiveSettings } from './live-settings.ts';
import type { Accepted, Redemption, Report } from './store/receipt.ts';
import type { Store } from './store/store.ts';
import type { Wish } from './store/ticket.ts';
import { CappedHolders } from './ticket/capped.ts';
import { capsOf } from './ticket/caps.ts';
import type { Holder } from './ticket/ledger.ts';
import { networkId } from './ticket/network.ts';
import { digestOf, type ReadReceipt } from './ticket/receipt.ts';
import { createSelector, type SelectionRule, type Visit } from './ticket/selection.ts';
import { rfc3339, seconds } from './ticket/time.ts';
import { type Claims, checkToken, mintToken, type Subject } from './ticket/token.ts';

/** The stage of the rollout that tickets name. */
export const rolloutStage = 'limited';

/** Who fetches: a credential that the operator invited, or an anonymous visitor from a network. */
export type Fetcher =
  | { cohort: 'invited'; credential: string }
  | { cohort: 'visitor'; visit: Visit; network: string | undefined };

export interface IssuedTicket {
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

/** `unknown` and `rotated`: not a ticket in force (422); `differs`: another report stands; `expired`: too late (409). */
export type TicketProblem = 'unknown' | 'rotated' | 'differs' | 'expired';

export interface TicketDesk {
  /**
   * Issues a ticket for a page to one who is in a cohort and under every cap; recorded durably when it resolves. Never
   * throws: without a database, pages are served without tickets.
   */
  issue(fetcher: Fetcher, subject: Subject): Promise<IssuedTicket | undefined>;
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
    issue: issuer(world, capped),
    redeem: receipt => redeem(receipt.ticket, claims => receiptRow(receipt, claims, world)),
    redeemCompact: report => redeem(report.ticket, claims => compactRow(report, claims, world)),
    get pausedForSeconds() {
      return world.settings.current.pausedForSeconds;
    },
  };
}

function issuer(world: DeskWorld, capped: CappedHolders): TicketDesk['issue'] {
  const select = createSelector();
  const { settings, store } = world;
  return async (fetcher, subject) => {
    const rule = fetcher.cohort === 'visitor' ? select(fetcher.visit) : undefined;
    const holder = holderOf(fetcher, rule, settings);
    if (!holder || capped.has(holder, world.now())) return undefined;
    try {
      const wish = wishFor(holder, rule, subject, world);
      const grant = await store.tickets.issue(wish);
      if ('cappedBy' in grant) {
        capped.add(grant.cappedBy === 'site' ? { cohort: holder.cohort, holder: '' } : holder, world.now());
        return undefined;
      }
      // Another process may have rotated the key a moment ago.
      if (grant.keyId !== settings.current.key.id) await settings.refresh();
      if (grant.keyId !== settings.current.key.id) return undefined;
      const claims = claimsOf(wish, grant);
      const token = mintToken(claims, settings.current.key);
      return { token, cohort: holder.cohort, expiresAt: rfc3339(claims.expires) };
    } catch (error) {
      world.onError(error);
      return undefined;
    }
  };
}

/** The holder of a fetcher's tickets; undefined for one who is in no cohort. */
function holderOf(
  fetcher: Fetcher,
  rule: SelectionRule | undefined,
  settings: LiveSettings,
): Holder | undefined {
  if (fetcher.cohort === 'invited') return { cohort: 'invited', holder: fetcher.credential };
  if (!rule?.selected || fetcher.network === undefined) return undefined;
  return { cohort: 'visitor', holder: networkId(fetcher.network, settings.current.key.network) };
}

function wishFor(
  holder: Holder,
  rule: SelectionRule | undefined,
  subject: Subject,
  { settings, now, randomBytes }: DeskWorld,
): Wish {
  return {
    ...holder,
    ...subject,
    id: randomBytes(16).toString('base64url'),
    rule: rule?.name ?? null,
    stage: rolloutStage,
    at: seconds(now()),
    caps: capsOf(holder.cohort, settings.current.caps),
  };
}

function claimsOf(
  { id, kind, subject, cohort, holder, rule, stage }: Wish,
  grant: { keyId: string; issuedAt: number; expiresAt: number },
): Claims {
  return {
    key: grant.keyId,
    id,
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
  return { ticket_id: claims.id, form: 'receipt', digest: digestOf(receipt), at: seconds(now()), ...values };
}

function compactRow({ ticket, outcome }: CompactReport, claims: Claims, { now }: DeskWorld): Report {
  return {
    ticket_id: claims.id,
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
