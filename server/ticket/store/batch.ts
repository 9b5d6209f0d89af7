/** Gathers the requests of many callers into one transaction, and gives each caller its own answer. */

import {
  type Backend,
  type DatabaseLock,
  StoreBusy,
  type Transaction,
  take,
} from '../../store/database/backend.ts';
import { tell } from '../../support/diagnostics.ts';

interface Entry<Item, Answer> {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/** The most items in one transaction. */
const maxBatch = 1000;

interface Settings {
  /** The lock that a batch takes before it reads its items; undefined if it needs none. */
  lock?: DatabaseLock | undefined;
  /** The most batches of this process at the same time. While one is synced to disk, another can gather items and work. */
  atOnce: number;
  /** The milliseconds that a batch may wait for a lock; absent: as long as any transaction. */
  patience?: number;
  /** The milliseconds that a caller waits for its answer; absent: any time. */
  within?: number;
}

/**
 * Makes a function that submits one item to a body which answers many items at once, in order. The body gets the items that
 * have gathered by the time its transaction holds the lock: the longer that takes, the more items share one commit. If a batch
 * fails, its items are tried again one by one, so that none fails because of another; not if callers wait only for a limited
 * time.
 * @throws StoreBusy, by that function, if its caller has waited too long; an item that was not begun by then is dropped
 */
export function batched<Item, Answer>(
  backend: Backend,
  { lock, atOnce, patience, within }: Settings,
  body: (items: readonly Item[]) => Transaction<readonly Answer[]>,
): (item: Item) => Promise<Answer> {
  type Waiting = Entry<Item, Answer>;
  const waiting: Waiting[] = [];
  let summoned = false;
  let underWay = 0;

  function* run(collect: () => readonly Waiting[]): Transaction<readonly Answer[]> {
    yield* take(lock);
    return yield* body(collect().map(entry => entry.item));
  }

  async function commit(): Promise<void> {
    let taken: readonly Waiting[] = [];
    const collect = () => {
      taken = waiting.splice(0, maxBatch);
      summoned = false;
      summon();
      return taken;
    };
    try {
      const answers = await backend.transact(() => run(collect), patience);
      tell('batch', { size: taken.length });
      for (const [index, entry] of taken.entries()) entry.resolve(answers[index]!);
    } catch (error) {
      const isLate = within !== undefined && error instanceof StoreBusy;
      if (isLate) for (const entry of taken.length === 0 ? collect() : taken) entry.reject(error);
      else if (taken.length > 1) await Promise.all(taken.map(alone));
      else for (const entry of taken.length === 0 ? collect() : taken) entry.reject(error);
    } finally {
      underWay -= 1;
      summon();
    }
  }

  const alone = async (entry: Waiting) => {
    try {
      const [answer] = await backend.transact(() => run(() => [entry]), patience);
      entry.resolve(answer!);
    } catch (error) {
      entry.reject(error);
    }
  };

  function summon(): void {
    if (summoned || underWay === atOnce || waiting.length === 0) return;
    summoned = true;
    underWay += 1;
    void commit();
  }

  const enter = (entry: Waiting) => {
    waiting.push(entry);
    summon();
  };
  if (within === undefined) return item => new Promise((resolve, reject) => enter({ item, resolve, reject }));
  return item =>
    new Promise((resolve, reject) => {
      const entry = { item, resolve: settle(resolve), reject: settle(reject) };
      const giveUp = () => {
        const at = waiting.indexOf(entry);
        if (at >= 0) waiting.splice(at, 1);
        reject(new StoreBusy('The database took too long.'));
      };
      // If this process itself was held up, it first handles the answers that have arrived meanwhile.
      const timer = setTimeout(() => setImmediate(() => setImmediate(giveUp)), within);
      function settle<Value>(how: (value: Value) => void) {
        return (value: Value) => {
          clearTimeout(timer);
          how(value);
        };
      }
      enter(entry);
    });
}
