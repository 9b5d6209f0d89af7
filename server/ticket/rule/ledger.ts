/** Counts tickets against caps: who may have one more, exactly, within one batch of requests. */
import type { Cohort } from '#document/message/use-receipt-acceptance.ts';

export interface Holder {
  cohort: Cohort;
  /** A credential, the keyed id of a network, or what a rule or all visitors together are counted under. */
  holder: string;
}

/** The holder that counts all visitors together. */
export const site: Holder = { cohort: 'visitor', holder: '' };

/** Returns the holder that counts all visitors selected by one rule. Its id has a colon, which no keyed id has. */
export const ruleHolder = (rule: string): Holder => ({ cohort: 'visitor', holder: `rule:${rule}` });

/** The limits of a holder. Absent: no such limit. */
export interface Limit extends Holder {
  /** Open tickets. They are counted only for holders that have this limit. */
  open?: number;
  /** Tickets within any hour. */
  perHour?: number;
}

export interface HolderCount extends Holder {
  issued: number;
  open: number;
  /** The latest mark of the holder, where it is limited by the hour. */
  marked_at: number | null;
  marked_before: number | null;
}

/** A mark: the number of tickets that a holder had been given before its first ticket of a second. */
export interface Mark extends Holder {
  /** The second. */
  at: number;
  issued_before: number;
}

/** The earlier marks of a holder that decide: all after `first` up to `last`, and the next one after that. */
export interface MarkRange extends Holder {
  first: number;
  last: number;
}

/** A map by holders. It has one map per cohort, so that no key is built for each look-up. */
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

/** The time over which tickets are counted, in seconds. */
export const hour = 3600;

/** A holder before a batch, and what the batch adds. */
interface Account extends Holder {
  issued: number;
  open: number;
  /** The marks that decide, in the order of time and with the latest one among them, then the marks of this batch. */
  marks: { at: number; before: number }[];
  added: number;
  addedOpen: number;
  /** Marks that are no longer the latest. */
  passed: Mark[];
}

/**
 * The counts of the holders in a batch. The tickets that a holder got within an hour are all that it ever got, less those
 * before the first mark of that hour. So nothing has to be counted through.
 */
export class Ledger {
  readonly #accounts = new HolderMap<Account>();
  readonly #latest: number;
  /** The number of holders with a mark in the future, which says nothing of their last hour. */
  dropped = 0;

  /** @param latest the last second whose marks count: later ones are of a clock that was wrong */
  constructor(counts: readonly HolderCount[], latest = Infinity) {
    this.#latest = latest;
    for (const count of counts) this.#open(count);
  }

  /**
   * The marks that decide about a number of further tickets, issued between two times in seconds.
   * @param requests the limits that each of them is under
   */
  decisive(requests: readonly (readonly Limit[])[], first: number, last: number): MarkRange[] {
    const ranges = new HolderMap<MarkRange>();
    for (const limits of requests)
      for (const limit of limits)
        if (this.#mayFill(limit, requests.length))
          ranges.set(limit, {
            cohort: limit.cohort,
            holder: limit.holder,
            first: first - hour,
            last: last - hour,
          });
    return ranges.values();
  }

  #mayFill(limit: Limit, more: number): boolean {
    return limit.perHour !== undefined && this.#account(limit).issued + more > limit.perHour;
  }

  /** Records marks that were read. */
  note(marks: readonly Mark[]): void {
    const backwards = marks.filter(({ at }) => at <= this.#latest).sort((one, two) => two.at - one.at);
    for (const mark of backwards)
      this.#account(mark).marks.unshift({ at: mark.at, before: mark.issued_before });
  }

  /** The first limit that prevents one more ticket now; undefined if none does. */
  cappedBy(limits: readonly Limit[], at: number): Limit | undefined {
    return limits.find(limit => {
      const account = this.#account(limit);
      return account.open >= (limit.open ?? Infinity) || hourIsFull(account, limit.perHour, at);
    });
  }

  /** Counts one more ticket for every limited holder. */
  enter(limits: readonly Limit[], at: number): void {
    for (const limit of limits) {
      const account = this.#account(limit);
      if (limit.perHour !== undefined && account.marks.at(-1)?.at !== at) mark(account, at);
      account.issued += 1;
      account.added += 1;
      if (limit.open === undefined) continue;
      account.open += 1;
      account.addedOpen += 1;
    }
  }

  /** Returns by how much each count has grown, and the latest marks. */
  added(): HolderCount[] {
    return this.#accounts
      .values()
      .filter(({ added }) => added > 0)
      .map(({ cohort, holder, added, addedOpen, marks }) => ({
        cohort,
        holder,
        issued: added,
        open: addedOpen,
        marked_at: marks.at(-1)?.at ?? null,
        marked_before: marks.at(-1)?.before ?? null,
      }));
  }

  /** The marks that others have followed, and that an hour may still reach. */
  passed(): Mark[] {
    return this.#accounts.values().flatMap(({ passed }) => passed);
  }

  #account(of: Holder): Account {
    return this.#accounts.get(of) ?? this.#open({ ...unknown, cohort: of.cohort, holder: of.holder });
  }

  /** Opens the account of a holder. */
  #open({ cohort, holder, issued, open, marked_at: at, marked_before: before }: HolderCount): Account {
    const isAhead = at !== null && at > this.#latest;
    if (isAhead) this.dropped += 1;
    const marks = at === null || before === null || isAhead ? [] : [{ at, before }];
    const account = { cohort, holder, issued, open, marks, added: 0, addedOpen: 0, passed: [] };
    this.#accounts.set(account, account);
    return account;
  }
}

const unknown = { issued: 0, open: 0, marked_at: null, marked_before: null };

/** Marks a second. A holder that comes rarely has only the latest mark, so nothing else is kept for most visitors. */
function mark({ cohort, holder, issued, marks, passed }: Account, at: number): void {
  const latest = marks.at(-1);
  if (latest && latest.at > at - hour)
    passed.push({ cohort, holder, at: latest.at, issued_before: latest.before });
  marks.push({ at, before: issued });
}

function hourIsFull({ issued, marks }: Account, cap: number | undefined, at: number): boolean {
  if (cap === undefined) return false;
  if (cap <= 0) return true;
  if (issued < cap) return false;
  const first = marks.find(each => each.at > at - hour);
  return first !== undefined && issued - first.before >= cap;
}

/** A holder as a map key. */
export const keyOf = ({ cohort, holder }: Holder): string => `${cohort} ${holder}`;
