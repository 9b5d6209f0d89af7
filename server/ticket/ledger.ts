/** Counts tickets against caps: who may have one more, exactly, within one batch of wishes. */
import type { Cohort } from '#document/kind/use-receipt-acceptance.ts';

export interface Holder {
  cohort: Cohort;
  /** A credential, or the keyed id of a network. */
  holder: string;
}

/** All visitors together, counted like a holder. */
export const site: Holder = { cohort: 'visitor', holder: '' };

/** What a holder may have, and all visitors together. Absent: no such limit. */
export interface Caps {
  /** Open tickets of the holder. */
  open: number;
  /** Tickets of the holder within any hour. */
  perHour?: number;
  /** Tickets of all visitors within any hour. */
  sitePerHour?: number;
}

export interface HolderCount extends Holder {
  issued: number;
  /** Of all visitors together nobody asks how many are open, so they are not counted. */
  open: number;
}

/** The tickets of a holder with the numbers `first` to `last`. */
export interface NumberRange extends Holder {
  first: number;
  last: number;
}

/** When a ticket with a number was issued, in seconds. */
export interface NumberedTime extends Holder {
  number: number;
  issued_at: number;
}

/** What is known of holders. One map for each cohort, so that no key is put together for each look. */
export class HolderMap<Value> {
  readonly #cohorts = { visitor: new Map<string, Value>(), invited: new Map<string, Value>() };

  get({ cohort, holder }: Holder): Value | undefined {
    return this.#cohorts[cohort].get(holder);
  }

  set({ cohort, holder }: Holder, value: Value): void {
    this.#cohorts[cohort].set(holder, value);
  }

  values(): Value[] {
    return Object.values(this.#cohorts).flatMap(holders => [...holders.values()]);
  }
}

const hour = 3600;

/** A holder as a batch finds it, and what the batch adds. */
interface Account extends HolderCount {
  /** When tickets were issued, by their number: those of this batch, and those that decide about it. */
  times: Map<number, number>;
  added: number;
}

/**
 * The counts of the holders whom a batch concerns. The tickets of a holder are numbered from 1 without a gap, so the
 * ticket which is `cap` places back tells at once whether an hour is full: no window is ever counted through.
 */
export class Ledger {
  readonly #accounts = new HolderMap<Account>();
  readonly #site: Account;

  constructor(counts: readonly HolderCount[]) {
    for (const count of counts) this.#open(count);
    this.#site = this.#account(site);
  }

  /** The tickets whose times decide about so many more, under the caps that each of the wishes is under. */
  decisive(wishes: readonly (Holder & { caps: Caps })[]): NumberRange[] {
    const ranges = new HolderMap<NumberRange>();
    for (const wish of wishes) {
      const { perHour, sitePerHour } = wish.caps;
      if (perHour !== undefined) widen(ranges, this.#account(wish), perHour, wishes.length);
      if (sitePerHour !== undefined) widen(ranges, this.#site, sitePerHour, wishes.length);
    }
    return ranges.values();
  }

  /** Takes note of times that were asked for. */
  note(times: readonly NumberedTime[]): void {
    for (const time of times) this.#account(time).times.set(time.number, time.issued_at);
  }

  /** The cap that keeps a holder from one more ticket now; undefined when there is none. */
  cappedBy(holder: Holder, caps: Caps, at: number): 'holder' | 'site' | undefined {
    const account = this.#account(holder);
    if (account.open >= caps.open || hourIsFull(account, caps.perHour, at)) return 'holder';
    return hourIsFull(this.#site, caps.sitePerHour, at) ? 'site' : undefined;
  }

  /** Enters one more ticket of a holder; returns its number. */
  enter(holder: Holder, at: number): number {
    const account = this.#account(holder);
    account.issued += 1;
    account.open += 1;
    account.added += 1;
    account.times.set(account.issued, at);
    return account.issued;
  }

  /** What was entered: by how much each count has grown. */
  added(): HolderCount[] {
    return this.#accounts
      .values()
      .filter(({ added }) => added > 0)
      .map(({ cohort, holder, added }) => ({
        ...{ cohort, holder, issued: added },
        open: holder === site.holder ? 0 : added,
      }));
  }

  #account(of: Holder): Account {
    return this.#accounts.get(of) ?? this.#open({ cohort: of.cohort, holder: of.holder, issued: 0, open: 0 });
  }

  /** Opens the account of a holder. */
  #open({ cohort, holder, issued, open }: HolderCount): Account {
    const account = { cohort, holder, issued, open, times: new Map<number, number>(), added: 0 };
    this.#accounts.set(account, account);
    return account;
  }
}

/** Widens the range of a holder to the tickets which decide whether a cap lets it have so many more. */
function widen(ranges: HolderMap<NumberRange>, account: Account, cap: number, wishes: number): void {
  const { cohort, holder, issued } = account;
  const first = Math.max(1, issued + 1 - cap);
  const last = Math.min(issued, issued + wishes - cap);
  if (first > last) return;
  const range = ranges.get(account);
  if (range === undefined) ranges.set(account, { cohort, holder, first, last });
  else {
    range.first = Math.min(range.first, first);
    range.last = Math.max(range.last, last);
  }
}

function hourIsFull({ issued, times }: Account, cap: number | undefined, at: number): boolean {
  if (cap === undefined) return false;
  if (cap <= 0) return true;
  const decisive = times.get(issued + 1 - cap);
  return decisive !== undefined && decisive > at - hour;
}

/** One text for a holder, as the key of a map. */
export const keyOf = ({ cohort, holder }: Holder): string => `${cohort} ${holder}`;
