/** Stores tickets. They are issued within caps, which are counted in the same transaction, and expire when their time is up. */
import type { SubjectKind } from '#document/message/use-receipt-acceptance.ts';
import {
  type Backend,
  rows,
  type Transaction,
  take,
  write,
  writeEach,
} from '../../store/database/backend.ts';
import { tell } from '../../support/diagnostics.ts';
import { swap } from '../../support/state/machine.ts';
import { ticketLifetimeSeconds, ticketMachine } from '../../support/state/ticket.ts';
import { type Holder, type HolderCount, HolderMap, hour, Ledger, type Limit } from '../rule/ledger.ts';
import { reportCounter } from './aggregate.ts';
import { batched } from './batch.ts';
import { holderCounts } from './ticket-holder.ts';

/** A request for a ticket, with its random id. Times are seconds since 1970. */
export interface TicketRequest extends Holder {
  id: string;
  /** The id of the visitor's IPv4 /24 or IPv6 /48, made with a secret key; null for a credential. */
  network: string | null;
  rule: string | null;
  kind: SubjectKind;
  subject: string;
  stage: string;
  at: number;
  /** The limits of the holder, and of the groups in which it is counted. */
  limits: readonly Limit[];
}

/**
 * The ticket that was stored, with the id of the key that signs it; or the holder whose cap was reached, if no ticket was
 * stored.
 */
export type TicketResult =
  | { number: number; keyId: string; issuedAt: number; expiresAt: number }
  | { cappedBy: Holder };

export interface TicketStore {
  /** Issues a ticket unless a cap is reached. Exact for any number of callers and processes (docs/use-tickets.md#8). */
  issue(request: TicketRequest): Promise<TicketResult>;
  /**
   * Expires the tickets whose time is up, and counts each as abandoned. Returns how many expired.
   * @param at seconds since 1970
   */
  expireDue(at: number): Promise<number>;
}

/**
 * Makes the store of tickets.
 * @param within the milliseconds that a caller waits for a ticket
 */
export function ticketStore(backend: Backend, within = pagePatience): TicketStore {
  const expireDue = expirer(backend);
  // One batch holds the lock, while another waits for it and gathers requests.
  const settings = {
    lock: backend.lock('ticket'),
    atOnce: 2,
    patience: backend.name === 'sqlite' ? filePatience : Math.floor(within * lockShare),
  };
  return {
    issue: batched(backend, { ...settings, within }, issuer(backend, expireDue)),
    expireDue: batched(backend, settings, function* (times) {
      const expired = yield* expireDue(Math.max(...times));
      return times.map(() => expired);
    }),
  };
}

/**
 * The milliseconds that a page waits for its ticket. If the ticket takes longer, the page is sent without one
 * (docs/use-tickets.md#5).
 */
const pagePatience = 450;
/**
 * The longest wait for a lock, in milliseconds, on a SQLite file. It is shorter than the wait of a page, so that no ticket is
 * stored for a page that was sent without one. On a server, `lockShare` of the wait of a page takes its place.
 */
const filePatience = 150;
const lockShare = 0.75;

/** The size of the range of numbers for the tickets of one second. */
const numbersPerSecond = 1_000_000;

/**
 * The largest difference, in seconds, that is expected between the clocks of processes. A later time comes from a wrong clock.
 */
const skew = 300;

/** Returns the largest number that a ticket may have at a time, given in seconds since 1970. */
const horizonOf = (at: number): number => (at + skew + 1) * numbersPerSecond - 1;

/**
 * Makes the function whose body expires the tickets whose time is up. It must run in a transaction that holds the lock of
 * tickets, so that nobody redeems one meanwhile. Tickets are numbered in the order of time and all live equally long, so the
 * body reads only those that ran out since its last call.
 */
export function expirer(backend: Backend): (at: number) => Transaction<number> {
  const due = `
    SELECT through, (SELECT max(number) FROM ticket WHERE number > through AND number < $1) AS last
    FROM ticket_swept`;
  const { set, where } = swap(ticketMachine, 'expire');
  const expire = `
    UPDATE ticket SET ${set} WHERE number > $1 AND number <= $2 AND ${where}
    RETURNING cohort, holder, network, subject_kind`;
  const { release, forget } = holderCounts(backend);
  const countReports = reportCounter(backend);
  return function* expireDue(at) {
    yield* forget(hour * numbersPerSecond, numbersPerSecond, horizonOf(at));
    yield* take(backend.lock('redemption'));
    const [found] = yield* rows<{ through: number; last: number | null }>(
      due,
      (at - ticketLifetimeSeconds + 1) * numbersPerSecond,
    );
    if (!found || found.last === null) return 0;
    const expired = yield* rows<ExpiredTicket>(expire, found.through, found.last);
    yield* write('UPDATE ticket_swept SET through = $1', found.last);
    yield* release(expired);
    const abandoned = { precision: 'none', outcome: 'abandoned' } as const;
    yield* countReports(
      expired.map(({ cohort, holder, network, subject_kind: pageKind }) => ({
        cohort,
        pageKind,
        ...abandoned,
        reporter: network ?? holder,
        reports: 1,
      })),
    );
    return expired.length;
  };
}

interface ExpiredTicket extends Holder {
  network: string | null;
  subject_kind: SubjectKind;
}

const ticketColumns = {
  number: 'bigint',
  id: 'text',
  key_id: 'text',
  cohort: 'text',
  holder: 'text',
  network: 'text',
  rule: 'text',
  subject_kind: 'text',
  subject: 'text',
  stage: 'text',
  issued_at: 'bigint',
  expires_at: 'bigint',
  state: 'text',
} as const;

/** Makes the function whose body issues the requested tickets, in order, as far as caps allow. */
function issuer(
  backend: Backend,
  expireDue: (at: number) => Transaction<number>,
): (requests: readonly TicketRequest[]) => Transaction<TicketResult[]> {
  const names = Object.keys(ticketColumns).join(', ');
  const insert = `INSERT INTO ticket (${names}) SELECT ${names} FROM ${backend.rowsOf(ticketColumns)}`;
  const present = `
    SELECT id AS key, (SELECT max(number) FROM ticket WHERE number <= $1) AS last FROM ticket_key WHERE rotated_at IS NULL`;
  const readLedger = ledgerReader(backend, expireDue);
  const dropAhead = aheadDropper(backend);
  const { add, mark } = holderCounts(backend);
  return function* issueAll(requests) {
    const horizon = horizonOf(Math.max(...requests.map(({ at }) => at)));
    const [now] = yield* rows<{ key: string; last: number | null }>(present, horizon);
    if (!now) throw new Error('There is no ticket key.');
    let last = now.last ?? 0;
    const tickets = yield* dropAhead(horizon, last);
    const ledger = yield* readLedger(requests, secondOf(last), secondOf(horizon));
    if (tickets + ledger.dropped > 0) tell('ahead', { tickets, counts: ledger.dropped });
    const issued: object[] = [];
    const results = requests.map(request => {
      const number = Math.max(last + 1, request.at * numbersPerSecond);
      // The time of tickets never goes back, although the clock of a process may.
      const at = secondOf(number);
      const reached = ledger.cappedBy(request.limits, at);
      if (reached) return { cappedBy: { cohort: reached.cohort, holder: reached.holder } };
      last = number;
      ledger.enter(request.limits, at);
      const row = ticketRow({ ...request, at }, number, now.key);
      issued.push(row);
      return { number, keyId: now.key, issuedAt: row.issued_at, expiresAt: row.expires_at };
    });
    yield* writeEach(insert, issued);
    yield* add(ledger.added());
    yield* mark(ledger.passed());
    return results;
  };
}

/**
 * Makes the function whose body deletes open tickets with a time in the future, which a wrong clock gave them. Later tickets
 * then expire as usual, although some with higher numbers had expired before.
 */
function aheadDropper(backend: Backend) {
  const ahead = `
    SELECT (SELECT max(number) FROM ticket WHERE number > $1 AND state = 'open') AS open, through FROM ticket_swept`;
  const drop = `DELETE FROM ticket WHERE number > $1 AND state = 'open' RETURNING cohort, holder`;
  const { release } = holderCounts(backend);
  return function* dropAhead(horizon: number, last: number): Transaction<number> {
    const [found] = yield* rows<{ open: number | null; through: number }>(ahead, horizon);
    if (found && found.through > horizon) yield* write('UPDATE ticket_swept SET through = $1', last);
    if (!found || found.open === null) return 0;
    yield* take(backend.lock('redemption'));
    const dropped = yield* rows<Holder>(drop, horizon);
    yield* release(dropped);
    return dropped.length;
  };
}

const secondOf = (number: number): number => Math.floor(number / numbersPerSecond);

function ticketRow(request: TicketRequest, number: number, keyId: string) {
  const { id, cohort, holder, network, rule, kind, subject, stage, at } = request;
  return {
    number,
    id,
    key_id: keyId,
    cohort,
    holder,
    network,
    rule,
    subject_kind: kind,
    subject,
    stage,
    issued_at: at,
    expires_at: at + ticketLifetimeSeconds,
    state: 'open',
  };
}

/**
 * Makes the function whose body reads the counts of all holders in a batch. It first expires the tickets that are due, if a
 * holder may reach its cap on open tickets.
 */
function ledgerReader(backend: Backend, expireDue: (at: number) => Transaction<number>) {
  const holders = holderCounts(backend);
  return function* readLedger(
    requests: readonly TicketRequest[],
    lastSecond: number,
    latest: number,
  ): Transaction<Ledger> {
    const concerned = new HolderMap<Holder>();
    for (const { limits } of requests)
      for (const limit of limits)
        if (!concerned.get(limit)) concerned.set(limit, { cohort: limit.cohort, holder: limit.holder });
    let found = yield* holders.find(concerned.values());
    if (reachesOpenCap(found, requests) && (yield* expireDue(requests.at(-1)!.at)) > 0) {
      found = yield* holders.find(concerned.values());
    }
    const ledger = new Ledger(found, latest);
    const times = requests.map(request => Math.max(lastSecond, request.at));
    const limits = requests.map(request => request.limits);
    // If a second has no numbers left, tickets take those of the next one.
    const ranges = ledger.decisive(limits, Math.min(...times), Math.max(...times) + 1);
    ledger.note(yield* holders.marks(ranges));
    return ledger;
  };
}

/** Tells whether a holder may reach its cap on open tickets, some of which may be due to expire. */
function reachesOpenCap(found: readonly HolderCount[], requests: readonly TicketRequest[]): boolean {
  const open = new HolderMap<number>();
  for (const row of found) open.set(row, row.open);
  return requests.some(({ limits }) =>
    limits.some(limit => limit.open !== undefined && (open.get(limit) ?? 0) + requests.length > limit.open),
  );
}
