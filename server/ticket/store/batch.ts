/** Gathers what many callers ask at the same time into one transaction, and gives each its own answer. */

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

/** The most items that one transaction takes. */
const maxBatch = 1000;

interface Settings {
  /** The lock that a batch takes before its items. */
  lock?: DatabaseLock | undefined;
  /** The most batches of this process at a time: while one is synced to disk, another can gather and work. */
  atOnce: number;
  /** The milliseconds that a batch may wait for a lock; absent: as long as any transaction. */
  patience?: number;
  /** The milliseconds that a caller waits for its answer; absent: without limit. */
  within?: number;
}

/**
 * Makes the function that submits one item to a body which answers many at once, in their order. The body gets whatever
 * has gathered by the time its transaction holds the lock: the longer that takes, the more share one commit. When a
 * batch fails, its items are tried again one by one, so that none suffers for another; not where callers wait only so long.
 * @throws StoreBusy where a caller waited for too long; what was not begun by then is not done
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
      // Where this process itself was held up, what it has not come to yet is done first.
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
