/** Remembers for a moment who is at a cap, so that a client that keeps fetching costs nothing (docs/use-tickets.md#8). */
import { BoundedMap } from '../../support/bounded.ts';
import { type Holder, keyOf } from './ledger.ts';

/**
 * The milliseconds for which a cap is remembered as reached. Other processes may free a place, and operators may raise a cap,
 * without notice to this process.
 */
const rememberedMilliseconds = 100;
const maxRemembered = 10_000;

export class CappedHolders {
  readonly #until = new BoundedMap<string, number>(maxRemembered);

  /** Tells whether one of the holders was found at a cap a moment ago. */
  hasAny(holders: readonly Holder[], now: number): boolean {
    return this.#until.size > 0 && holders.some(holder => this.#isCapped(keyOf(holder), now));
  }

  #isCapped(key: string, now: number): boolean {
    const until = this.#until.get(key);
    // If the clock is set back, no client must be kept out for longer.
    return until !== undefined && now < until && until - now <= rememberedMilliseconds;
  }

  add(holder: Holder, now: number): void {
    this.#until.set(keyOf(holder), now + rememberedMilliseconds);
  }

  /** Forgets a holder who has one open ticket less. */
  delete(holder: Holder): void {
    if (this.#until.size > 0) this.#until.delete(keyOf(holder));
  }
}
