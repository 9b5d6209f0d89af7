/**
 * Keeps one tenant from using the whole processor. Reading a body of the largest size takes a few milliseconds, during which
 * nobody else is served, so a tenant that sends many such bodies has to wait between them.
 */
import { setTimeout as wait } from 'node:timers/promises';

/** The milliseconds from which work is counted. Nearly every request takes less. */
const countedFrom = 2;
/** The share of time that the costly documents of one tenant may take in the long run. */
const share = 0.25;
/** The milliseconds of work by which a tenant may be ahead of its share. */
const burst = 50;
const maxTenants = 1000;

interface Debt {
  milliseconds: number;
  at: number;
}

export class Pace {
  readonly #debts = new Map<string, Debt>();
  readonly #now: () => number;

  /**
   * Makes an account of the work for tenants, in which no tenant is ahead yet.
   * @param now returns milliseconds of a clock that never goes back
   */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Waits until the tenant may have another document read: not at all, unless its last documents were costly. */
  async turn(tenantId: string): Promise<void> {
    for (;;) {
      const ahead = this.#debtOf(tenantId) - burst;
      if (ahead <= 0) return;
      await wait(ahead / share);
    }
  }

  /**
   * Does work for a tenant, and returns its result. Counts the time until it returns or throws, if that is at least `countedFrom`
   * milliseconds. What it awaits afterwards is not counted.
   */
  measured<Result>(tenantId: string, work: () => Result): Result {
    const begun = this.#now();
    try {
      return work();
    } finally {
      const took = this.#now() - begun;
      if (took >= countedFrom) this.#add(tenantId, took);
    }
  }

  #add(tenantId: string, took: number): void {
    const milliseconds = this.#debtOf(tenantId) + took;
    if (this.#debts.size >= maxTenants) this.#forgetPaid();
    this.#debts.set(tenantId, { milliseconds, at: this.#now() });
  }

  /** Returns the milliseconds by which a tenant is ahead of its share. They shrink over time. */
  #debtOf(tenantId: string): number {
    const debt = this.#debts.get(tenantId);
    return debt ? Math.max(0, debt.milliseconds - (this.#now() - debt.at) * share) : 0;
  }

  #forgetPaid(): void {
    for (const tenantId of this.#debts.keys()) if (this.#debtOf(tenantId) === 0) this.#debts.delete(tenantId);
  }
}
