/** Tickets: issued within caps that are counted in the transaction that issues, and expired as their time runs out. */
import type { SubjectKind } from '#document/kind/use-receipt-acceptance.ts';
import { swap } from '../state/machine.ts';
import { ticketLifetimeSeconds, ticketMachine } from '../state/ticket.ts';
import { type Caps, type Holder, type HolderCount, keyOf, Ledger, site } from '../ticket/ledger.ts';
import { reportCounter } from './aggregate.ts';
import { batched } from './batch.ts';
import { type Backend, rows, type Work } from './dialect/backend.ts';
import { holderCounts } from './ticket-holder.ts';

/** A ticket that is wished for, with its random id. Times are seconds. */
export interface Wish extends Holder {
  id: string;
  rule: string | null;
  kind: SubjectKind;
  subject: string;
  stage: string;
  at: number;
  caps: Caps;
}

/** A ticket that was recorded, under the key in force; or the cap that was reached. */
export type Grant = { keyId: string; issuedAt: number; expiresAt: number } | { cappedBy: 'holder' | 'site' };

export interface TicketStore {
  /** Issues a ticket if no cap is reached. Exact for any number of callers and processes (decisions, Use tickets 3). */
  issue(wish: Wish): Promise<Grant>;
  /** Expires the tickets whose time is up, and counts each as abandoned. Returns how many there were. */
  expireDue(at: number): Promise<number>;
}

export function ticketStore(backend: Backend): TicketStore {
  const expireDue = expirer(backend);
  return {
    issue: batched(backend, 'ticket', issuer(backend, expireDue)),
    expireDue: batched(backend, 'ticket', function* (times) {
      const expired = yield* expireDue(Math.max(...times));
      return times.map(() => expired);
    }),
  };
}

/** The body that expires what is due. */
export function expirer(backend: Backend): (at: number) => Work<number> {
  const { set, where } = swap(ticketMachine, 'expire');
  const expire = `
    UPDATE ticket SET ${set} WHERE ${where} AND expires_at <= $1
    RETURNING cohort, holder, subject_kind`;
  const holders = holderCounts(backend);
  const countReports = reportCounter(backend);
  return function* expireDue(at) {
    const expired = yield* rows<Holder & { subject_kind: SubjectKind }>(expire, at);
    if (expired.length === 0) return 0;
    yield* holders.release(expired);
    const abandoned = { precision: 'none', outcome: 'abandoned' } as const;
    yield* countReports(
      expired.map(row => ({ cohort: row.cohort, pageKind: row.subject_kind, ...abandoned })),
    );
    return expired.length;
  };
}

const ticketColumns = {
  id: 'text',
  key_id: 'text',
  cohort: 'text',
  holder: 'text',
  holder_number: 'bigint',
  site_number: 'bigint',
  rule: 'text',
  subject_kind: 'text',
  subject: 'text',
  stage: 'text',
  issued_at: 'bigint',
  expires_at: 'bigint',
  state: 'text',
} as const;

/** The body that issues as many of the wished tickets as caps allow, in the order of the wishes. */
function issuer(
  backend: Backend,
  expireDue: (at: number) => Work<number>,
): (wishes: readonly Wish[]) => Work<Grant[]> {
  const names = Object.keys(ticketColumns).join(', ');
  const insert = `INSERT INTO ticket (${names}) SELECT ${names} FROM ${backend.rowsOf(ticketColumns)}`;
  const keyInForce = 'SELECT id FROM ticket_key WHERE rotated_at IS NULL';
  const readLedger = ledgerReader(backend, expireDue);
  const { save } = holderCounts(backend);
  return function* issueAll(wishes) {
    const [key] = yield* rows<{ id: string }>(keyInForce);
    if (!key) throw new Error('There is no ticket key.');
    const ledger = yield* readLedger(wishes);
    const issued: object[] = [];
    const grants = wishes.map(wish => {
      const reached = ledger.cappedBy(wish, wish.caps, wish.at);
      if (reached) return { cappedBy: reached };
      const row = ticketRow(wish, key.id, ledger);
      issued.push(row);
      return { keyId: key.id, issuedAt: row.issued_at, expiresAt: row.expires_at };
    });
    if (issued.length === 0) return grants;
    yield* rows(insert, JSON.stringify(issued));
    yield* save(ledger.changed());
    return grants;
  };
}

function ticketRow(wish: Wish, keyId: string, ledger: Ledger) {
  const { id, cohort, holder, rule, kind, subject, stage, at } = wish;
  return {
    id,
    key_id: keyId,
    cohort,
    holder,
    holder_number: ledger.enter(wish, at),
    site_number: cohort === site.cohort ? ledger.enter(site, at) : null,
    rule,
    subject_kind: kind,
    subject,
    stage,
    issued_at: at,
    expires_at: at + ticketLifetimeSeconds,
    state: 'open',
  };
}

/** The body that reads the counts of everyone whom the wishes concern, with what is due expired where it matters. */
function ledgerReader(backend: Backend, expireDue: (at: number) => Work<number>) {
  const holders = holderCounts(backend);
  return function* readLedger(wishes: readonly Wish[]): Work<Ledger> {
    const concerned = new Map<string, Holder>([[keyOf(site), site]]);
    for (const { cohort, holder } of wishes) concerned.set(keyOf({ cohort, holder }), { cohort, holder });
    let found = yield* holders.find([...concerned.values()]);
    if (reachesOpenCap(found, wishes) && (yield* expireDue(wishes.at(-1)!.at)) > 0) {
      found = yield* holders.find([...concerned.values()]);
    }
    const ledger = new Ledger(found);
    ledger.note(yield* holders.times(ledger.decisive(wishes)));
    return ledger;
  };
}

/** Whether someone may be kept from a ticket by open ones, of which some may be past their time. */
function reachesOpenCap(found: readonly HolderCount[], wishes: readonly Wish[]): boolean {
  const open = new Map(found.map(row => [keyOf(row), row.open]));
  return wishes.some(wish => (open.get(keyOf(wish)) ?? 0) + wishes.length > wish.caps.open);
}
