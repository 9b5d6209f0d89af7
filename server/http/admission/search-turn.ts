/**
 * Lets searches take turns. A search costs a hundred times as much as a page, so pages go first: searches from all doors and
 * networks run one at a time, with whatever else arrived in between, and use at most a share of the processor time of the
 * process. Beyond that share they wait, one network after the other, and those that wait too long are refused
 * (docs/http.md#13).
 */
import type { IncomingMessage } from 'node:http';
import { Refusal } from '../../support/refusal.ts';
import { clientNetwork, type TrustsProxy } from './client.ts';

/**
 * Waits for the turn of a request, does the work of its search, and returns the result. The processor time of the work counts
 * against the share of searches.
 * @throws Refusal `rate_limited` after too long a wait, and whatever `work` throws
 */
export type TakeTurn = <Result>(request: IncomingMessage, work: () => Result) => Promise<Result>;

/** Two clocks, both in milliseconds: `now` never goes back, and `used` is the processor time that this process has used. */
interface Clocks {
  now(): number;
  used(): number;
}

/** The milliseconds of processor time that searches may save up while there are none, for a burst. */
const burst = 2000;
const longestWait = 2000;
/** The most searches that may wait at the same time. Each holds its request in memory. */
const maxWaiting = 256;
const maxWaitingOfNetwork = 64;

/** A search that waits for its turn. */
interface Waiting {
  /** Tells whether the client has gone, so that the search need not run. */
  isGone(): boolean;
  run(): void;
  refuse(): void;
  timer: NodeJS.Timeout;
}

const clocks: Clocks = {
  now: () => performance.now(),
  used() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

/**
 * Makes the queue of searches.
 * @param share the share of processor time that searches may take, above 0 and at most 1
 */
export function searchTurns(share: number, trustsProxy: TrustsProxy, read: Clocks = clocks): TakeTurn {
  const turns = new Turns(share, read);
  return (request, work) => turns.take(clientNetwork(request, trustsProxy) ?? '', request, work);
}

class Turns {
  readonly #share: number;
  readonly #clocks: Clocks;
  /** The waiting searches by network, with the network whose turn is next in front. */
  readonly #waiting = new Map<string, Waiting[]>();
  #count = 0;
  /** The milliseconds of processor time that searches may take now. While it is below 0, no search runs. */
  #credit: number;
  #creditedAt: number;
  /** Whether other events of the event loop have their turn before the next search. */
  #pausing = false;

  constructor(share: number, clocks: Clocks) {
    this.#share = share;
    this.#clocks = clocks;
    this.#credit = burst * share;
    this.#creditedAt = clocks.now();
  }

  take<Result>(network: string, request: IncomingMessage, work: () => Result): Promise<Result> {
    const ofNetwork = this.#waiting.get(network) ?? [];
    if (this.#count >= maxWaiting || ofNetwork.length >= maxWaitingOfNetwork)
      return Promise.reject(tooMany());
    return new Promise((resolve, reject) => {
      const run = () => {
        const before = this.#clocks.used();
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
        this.#credit -= this.#clocks.used() - before;
      };
      const refuse = () => reject(tooMany());
      const waiting: Waiting = {
        run,
        refuse,
        isGone: () => request.socket.destroyed,
        timer: setTimeout(() => this.#giveUp(network, waiting), longestWait),
      };
      this.#waiting.set(network, ofNetwork);
      ofNetwork.push(waiting);
      this.#count += 1;
      if (!this.#pausing) this.#next();
    });
  }

  #giveUp(network: string, waiting: Waiting): void {
    const ofNetwork = this.#waiting.get(network)!;
    ofNetwork.splice(ofNetwork.indexOf(waiting), 1);
    if (ofNetwork.length === 0) this.#waiting.delete(network);
    this.#count -= 1;
    waiting.refuse();
  }

  /**
   * Runs the next search if there is processor time for it, and calls itself again after everything else that has arrived
   * meanwhile.
   */
  #next(): void {
    this.#pausing = this.#count > 0;
    if (!this.#pausing) return;
    const wait = this.#millisecondsToWait();
    if (wait > 0) {
      setTimeout(() => this.#next(), wait);
      return;
    }
    const next = this.#takeFirst();
    if (next.isGone()) next.refuse();
    else next.run();
    this.#pausing = true;
    setImmediate(() => this.#next());
  }

  /** Returns the milliseconds until searches may use the processor again; 0 if they may now. */
  #millisecondsToWait(): number {
    const now = this.#clocks.now();
    this.#credit = Math.min(burst * this.#share, this.#credit + (now - this.#creditedAt) * this.#share);
    this.#creditedAt = now;
    return this.#credit > 0 ? 0 : Math.ceil(-this.#credit / this.#share) + 1;
  }

  /** Removes the first search of the network whose turn it is, and puts that network behind all others. */
  #takeFirst(): Waiting {
    const [network, ofNetwork] = this.#waiting.entries().next().value!;
    const first = ofNetwork.shift()!;
    this.#waiting.delete(network);
    if (ofNetwork.length > 0) this.#waiting.set(network, ofNetwork);
    this.#count -= 1;
    clearTimeout(first.timer);
    return first;
  }
}

/** The seconds after which a refused client may try again: all searches that wait now will have had their turns. */
const retryAfter = longestWait / 1000;

const tooMany = (): Refusal =>
  new Refusal(
    'rate_limited',
    `The service is busy with other searches. Send this one again after ${retryAfter} seconds.`,
    { headers: { 'Retry-After': String(retryAfter) } },
  );
