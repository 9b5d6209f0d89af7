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

const hour = 3600;

/**
 * The counts of the holders whom a batch concerns. The tickets of a holder are numbered from 1 without a gap, so the
 * ticket which is `cap` places back tells at once whether an hour is full: no window is ever counted through.
 */
export class Ledger {
  readonly #counts = new Map<string, HolderCount & { times: Map<number, number> }>();
  readonly #added = new Map<string, HolderCount>();

  constructor(counts: readonly HolderCount[]) {
    for (const { cohort, holder, issued, open } of counts) {
      this.#counts.set(keyOf({ cohort, holder }), { cohort, holder, issued, open, times: new Map() });
    }
  }

  /** The tickets whose times decide about so many more, under the caps that each of the wishes is under. */
  decisive(wishes: readonly (Holder & { caps: Caps })[]): NumberRange[] {
    const ranges = new Map<string, NumberRange>();
    for (const wish of wishes) {
      for (const [holder, cap] of [
        [wish, wish.caps.perHour],
        [site, wish.caps.sitePerHour],
      ] as const) {
        const range = cap === undefined ? undefined : this.#decisive(holder, cap, wishes.length);
        if (range) ranges.set(keyOf(holder), range);
      }
    }
    return [...ranges.values()];
  }

  #decisive({ cohort, holder }: Holder, cap: number, wishes: number): NumberRange | undefined {
    const { issued } = this.#count({ cohort, holder });
    const first = Math.max(1, issued + 1 - cap);
    const last = Math.min(issued, issued + wishes - cap);
    return first <= last ? { cohort, holder, first, last } : undefined;
  }

  /** Takes note of times that were asked for. */
  note(times: readonly NumberedTime[]): void {
    for (const { number, issued_at, ...holder } of times) this.#count(holder).times.set(number, issued_at);
  }

  /** The cap that keeps a holder from one more ticket now; undefined when there is none. */
  cappedBy(holder: Holder, caps: Caps, at: number): 'holder' | 'site' | undefined {
    const { open } = this.#count(holder);
    if (open >= caps.open || this.#hourIsFull(holder, caps.perHour, at)) return 'holder';
    return this.#hourIsFull(site, caps.sitePerHour, at) ? 'site' : undefined;
  }

  #hourIsFull(holder: Holder, cap: number | undefined, at: number): boolean {
    if (cap === undefined) return false;
    if (cap <= 0) return true;
    const { issued, times } = this.#count(holder);
    const decisive = times.get(issued + 1 - cap);
    return decisive !== undefined && decisive > at - hour;
  }

  /** Enters one more ticket of a holder; returns its number. */
  enter(holder: Holder, at: number): number {
    const count = this.#count(holder);
    count.issued += 1;
    count.open += 1;
    count.times.set(count.issued, at);
    const key = keyOf(holder);
    const { issued = 0, open = 0 } = this.#added.get(key) ?? {};
    const { cohort, holder: id } = holder;
    this.#added.set(key, { cohort, holder: id, issued: issued + 1, open: open + Number(id !== site.holder) });
    return count.issued;
  }

  /** What was entered: by how much each count has grown. */
  added(): HolderCount[] {
    return [...this.#added.values()];
  }

  #count({ cohort, holder }: Holder) {
    const key = keyOf({ cohort, holder });
    let count = this.#counts.get(key);
    if (!count) {
      count = { cohort, holder, issued: 0, open: 0, times: new Map() };
      this.#counts.set(key, count);
    }
    return count;
  }
}

/** One text for a holder, as the key of a map. */
export const keyOf = ({ cohort, holder }: Holder): string => `${cohort} ${holder}`;
