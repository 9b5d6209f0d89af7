/** Remembers for a moment who is at a cap, so that a client which fetches on costs nothing (docs/use-tickets.md#16). */
import { type Holder, keyOf } from './ledger.ts';

/** For how long: other processes may free a place, and operators raise a cap, without this one being told. */
const rememberedMilliseconds = 100;
const maxRemembered = 10_000;

export class CappedHolders {
  readonly #until = new Map<string, number>();

  /** Whether one of the holders was found at a cap a moment ago. */
  hasAny(holders: readonly Holder[], now: number): boolean {
    return this.#until.size > 0 && holders.some(holder => this.#isCapped(keyOf(holder), now));
  }

  #isCapped(key: string, now: number): boolean {
    const until = this.#until.get(key);
    // A clock that was set back must not keep anyone out for longer.
    return until !== undefined && now < until && until - now <= rememberedMilliseconds;
  }

  add(holder: Holder, now: number): void {
    if (this.#until.size >= maxRemembered) this.#until.clear();
    this.#until.set(keyOf(holder), now + rememberedMilliseconds);
  }

  /** Forgets a holder who has one open ticket less. */
  delete(holder: Holder): void {
    if (this.#until.size > 0) this.#until.delete(keyOf(holder));
  }
}
