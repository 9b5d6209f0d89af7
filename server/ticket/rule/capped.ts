/**
 * Remembers for a moment which holders are at a cap, so that a client that keeps fetching costs nothing
 * (docs/use-tickets.md#8).
 */
import { BoundedMap } from '../../support/bounded.ts';
import { type Holder, keyOf } from './ledger.ts';

/**
 * The milliseconds for which a holder is remembered as being at a cap. They are few, since this process does not learn when
 * other processes redeem tickets or operators raise a cap.
 */
const rememberedMilliseconds = 100;
const maxRemembered = 10_000;

export class CappedHolders {
  readonly #until = new BoundedMap<string, number>(maxRemembered);

  /**
   * Tells whether one of the holders was found at a cap a moment ago.
   * @param now milliseconds since 1970
   */
  hasAny(holders: readonly Holder[], now: number): boolean {
    return this.#until.size > 0 && holders.some(holder => this.#isCapped(keyOf(holder), now));
  }

  #isCapped(key: string, now: number): boolean {
    const until = this.#until.get(key);
    // If the clock is set back, no client may be kept out for longer.
    return until !== undefined && now < until && until - now <= rememberedMilliseconds;
  }

  add(holder: Holder, now: number): void {
    this.#until.set(keyOf(holder), now + rememberedMilliseconds);
  }

  /** Forgets a holder, since it has one open ticket less now. */
  delete(holder: Holder): void {
    if (this.#until.size > 0) this.#until.delete(keyOf(holder));
  }
}
