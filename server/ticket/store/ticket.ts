/** Tickets: issued within caps that are counted in the transaction that issues, and expired as their time runs out. */
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

/** A ticket that is wished for, with its random id. Times are seconds. */
export interface TicketRequest extends Holder {
  id: string;
  /** The keyed id of the wider network of a visitor. */
  network: string | null;
  rule: string | null;
  kind: SubjectKind;
  subject: string;
  stage: string;
  at: number;
  /** The limits of the holder, and of the groups that it is counted with. */
  limits: readonly Limit[];
}

/** The ticket that was recorded, with the id of the key that signs it; or the holder whose cap was reached, so that there is none. */
export type TicketResult =
  | { number: number; keyId: string; issuedAt: number; expiresAt: number }
  | { cappedBy: Holder };

export interface TicketStore {
  /** Issues a ticket if no cap is reached. Exact for any number of callers and processes (docs/use-tickets.md#8). */
  issue(request: TicketRequest): Promise<TicketResult>;
  /** Expires the tickets whose time is up, and counts each as abandoned. Returns how many there were. */
  expireDue(at: number): Promise<number>;
}

/** @param within how long a ticket is waited for, in milliseconds */
export function ticketStore(backend: Backend, within = pagePatience): TicketStore {
  const expireDue = expirer(backend);
  // One has the lock; another waits for it and gathers.
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

/** Pages wait so long for their tickets, in milliseconds, and can do without (docs/use-tickets.md#5). */
const pagePatience = 450;
/** A lock is given up first, so that no ticket is recorded that nobody got: of a file, in milliseconds, and on a server as a share. */
const filePatience = 150;
const lockShare = 0.75;

/** Numbers of tickets within one second. */
const numbersPerSecond = 1_000_000;

/** The greatest expected difference between the clocks of processes, in seconds. A later time comes from a wrong clock. */
const skew = 300;

/** The greatest number that a ticket may have by now. */
const horizonOf = (at: number): number => (at + skew + 1) * numbersPerSecond - 1;

/**
 * Makes the function that expires the tickets whose time is up. It runs in a transaction that holds the lock of tickets, so
 * nobody redeems one meanwhile. Tickets are numbered in the order of time and all live equally long, so it looks only at the
 * tickets that ran out since its last call.
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

/** The body that issues as many of the requested tickets as caps allow, in the order of the requests. */
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
      // Time as tickets count it never goes back, though the clock of a process may.
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
 * Makes the function that drops open tickets with a time in the future, which a wrong clock caused. Tickets that follow expire
 * as usual, although later ones had expired.
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

/** Reads the counts of everyone that the requests concern, after expiring due tickets where it matters. */
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
    // A second that is full of numbers runs over into the next.
    const ranges = ledger.decisive(limits, Math.min(...times), Math.max(...times) + 1);
    ledger.note(yield* holders.marks(ranges));
    return ledger;
  };
}

/** Tells whether someone may be kept from a ticket by open ones, of which some may be past their time. */
function reachesOpenCap(found: readonly HolderCount[], requests: readonly TicketRequest[]): boolean {
  const open = new HolderMap<number>();
  for (const row of found) open.set(row, row.open);
  return requests.some(({ limits }) =>
    limits.some(limit => limit.open !== undefined && (open.get(limit) ?? 0) + requests.length > limit.open),
  );
}
