/** Counts tickets against caps, exactly, within one batch of requests. */
import type { Cohort } from '#document/message/use-receipt-acceptance.ts';

export interface Holder {
  cohort: Cohort;
  /**
   * The id of a credential, the id of a network made with a secret key, or the name under which a rule or all visitors are
   * counted.
   */
  holder: string;
}

/** The holder under which all visitors are counted. */
export const site: Holder = { cohort: 'visitor', holder: '' };

/**
 * Returns the holder under which all visitors that a rule selected are counted. Its id has a colon, which no id of a network has.
 */
export const ruleHolder = (rule: string): Holder => ({ cohort: 'visitor', holder: `rule:${rule}` });

/** The limits of a holder. An absent limit does not apply. */
export interface Limit extends Holder {
  /**
   * The most tickets that may be open at once: neither redeemed nor expired. They are counted only for holders with this limit.
   */
  open?: number;
  /** The most tickets within any hour. */
  perHour?: number;
}

export interface HolderCount extends Holder {
  issued: number;
  open: number;
  /** The second of the latest mark of the holder, since 1970; null if no limit by the hour applies. */
  marked_at: number | null;
  marked_before: number | null;
}

/** A mark: the number of tickets that a holder had got before the first one of a second. */
export interface Mark extends Holder {
  /** The second of the mark, since 1970. */
  at: number;
  issued_before: number;
}

/** The earlier marks of a holder that must be read: those later than `first` and not later than `last`, and the next one. */
export interface MarkRange extends Holder {
  first: number;
  last: number;
}

/** A map whose keys are holders. It has one map for each cohort, so that no key has to be built for a look-up. */
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

/** The seconds over which tickets are counted. */
export const hour = 3600;

/** The counts of a holder before a batch, and what the batch adds to them. */
interface Account extends Holder {
  issued: number;
  open: number;
  /** The marks of this batch that are no longer the latest of the holder. */
  marks: { at: number; before: number }[];
  added: number;
  addedOpen: number;
  /** The marks that are no longer the latest of the holder. */
  passed: Mark[];
}

/**
 * The counts of the holders in a batch. The number of tickets that a holder got within an hour is the number that it ever got,
 * less the number before the first mark of that hour. So no tickets have to be counted.
 */
export class Ledger {
  readonly #accounts = new HolderMap<Account>();
  readonly #latest: number;
  /** The number of holders with a mark in the future. Such a mark says nothing about their last hour, and is ignored. */
  dropped = 0;

  /** Opens the accounts of holders. @param latest the last second whose marks count; later ones were written by a wrong clock */
  constructor(counts: readonly HolderCount[], latest = Infinity) {
    this.#latest = latest;
    for (const count of counts) this.#open(count);
  }

  /**
   * Returns the marks that must be read before further tickets can be counted.
   * @param requests the limits of each further ticket
   * @param first the earliest second at which they are issued
   * @param last the latest
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

  /** Adds marks that were read to the accounts of their holders. */
  note(marks: readonly Mark[]): void {
    const backwards = marks.filter(({ at }) => at <= this.#latest).sort((one, two) => two.at - one.at);
    for (const mark of backwards)
      this.#account(mark).marks.unshift({ at: mark.at, before: mark.issued_before });
  }

  /**
   * Returns the first limit that prevents one more ticket; undefined if none does.
   * @param at seconds since 1970
   */
  cappedBy(limits: readonly Limit[], at: number): Limit | undefined {
    return limits.find(limit => {
      const account = this.#account(limit);
      return account.open >= (limit.open ?? Infinity) || hourIsFull(account, limit.perHour, at);
    });
  }

  /**
   * Counts one more ticket for every holder that has a limit.
   * @param at seconds since 1970
   */
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

  /** Returns what the batch adds to each count, with the latest mark of each holder. */
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

  /** Returns the marks that are no longer the latest of their holder and may still matter for the last hour. */
  passed(): Mark[] {
    return this.#accounts.values().flatMap(({ passed }) => passed);
  }

  #account(of: Holder): Account {
    return this.#accounts.get(of) ?? this.#open({ ...unknown, cohort: of.cohort, holder: of.holder });
  }

  /** Opens the account of a holder with its stored counts. */
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

/**
 * Adds a mark for a second. The former mark is kept only if it is less than an hour old, so for most visitors, who come rarely,
 * one mark is stored.
 */
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

/** Returns a holder as the key of a map. */
export const keyOf = ({ cohort, holder }: Holder): string => `${cohort} ${holder}`;
