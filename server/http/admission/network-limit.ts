/**
 * Limits the actions of one network within a minute. Each process counts by itself, for a bounded number of networks, and forgets
 * the counts after the minute.
 */
import type { IncomingMessage } from 'node:http';
import { Refusal } from '../../support/refusal.ts';
import { clientNetwork, type TrustsProxy } from './client.ts';

const windowMilliseconds = 60_000;
/** The most networks that are counted in a minute. One more makes all counts begin again at 0. */
const maxNetworks = 100_000;

export class NetworkLimit {
  readonly #perMinute: number;
  readonly #now: () => number;
  #counts = new Map<string, number>();
  #until = 0;

  /**
   * Makes a limit.
   * @param perMinute the most actions of one network in a minute
   * @param now milliseconds of a clock that never goes back
   */
  constructor(perMinute: number, now: () => number = () => performance.now()) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Counts one action of a network. Returns false, and counts nothing, when the network is at its limit. */
  take(network: string): boolean {
    if (!this.#isRunning) this.#begin();
    const count = this.#counts.get(network) ?? 0;
    if (count >= this.#perMinute) return false;
    if (count === 0 && this.#counts.size >= maxNetworks) this.#counts.clear();
    this.#counts.set(network, count + 1);
    return true;
  }

  /** Tells whether a network is at its limit. */
  isUsedUp(network: string): boolean {
    return this.#isRunning && (this.#counts.get(network) ?? 0) >= this.#perMinute;
  }

  /** Tells whether nothing was counted for any network. */
  get isUnused(): boolean {
    return this.#counts.size === 0;
  }

  /** Returns the whole seconds until the counts begin again at 0. */
  get secondsLeft(): number {
    return Math.max(1, Math.ceil((this.#until - this.#now()) / 1000));
  }

  get #isRunning(): boolean {
    return this.#now() < this.#until;
  }

  /** Begins a minute. Its counts are dropped at its end, even if no further request comes. */
  #begin(): void {
    const counts = new Map<string, number>();
    this.#counts = counts;
    this.#until = this.#now() + windowMilliseconds;
    setTimeout(() => counts.clear(), windowMilliseconds).unref();
  }
}

/**
 * Counts a request for its network.
 * @throws Refusal `rate_limited` when the network is at its limit
 */
export type Throttle = (request: IncomingMessage) => void;

/**
 * Makes a throttle.
 * @param what the limited thing in the plural, for the message to the client
 * @param perMinute the most requests of one network in a minute
 * @throws Refusal `rate_limited`, by the throttle, with the seconds until the counts begin again
 */
export function throttle(what: string, perMinute: number, trustsProxy: TrustsProxy): Throttle {
  const limit = new NetworkLimit(perMinute);
  const tooMany = refusals(what, perMinute);
  return request => {
    const network = clientNetwork(request, trustsProxy);
    if (network !== undefined && !limit.take(network)) throw tooMany(limit.secondsLeft);
  };
}

/**
 * Makes the refusals for networks at their limit. All requests that are refused in one second share a refusal, since there may
 * be many.
 */
export function refusals(what: string, perMinute: number): (seconds: number) => Refusal {
  let last: { seconds: number; refusal: Refusal } | undefined;
  return seconds => {
    if (last?.seconds !== seconds) last = { seconds, refusal: tooMany(what, perMinute, seconds) };
    return last.refusal;
  };
}

const tooMany = (what: string, perMinute: number, seconds: number): Refusal =>
  new Refusal(
    'rate_limited',
    `Your network has made the ${perMinute} ${what} that it may make in a minute. Send this one again after ${seconds} seconds.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
