/** Gathers what many callers ask at the same time into one transaction, and gives each its own answer. */

import { type Backend, type DatabaseLock, type Transaction, take } from '../database/backend.ts';
import { tell } from '../support/diagnostics.ts';

interface Entry<Item, Answer> {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/** The most items that one transaction takes. */
const maxBatch = 1000;

interface Settings {
  /** What a batch locks before it takes its items. */
  lock?: DatabaseLock | undefined;
  /** How many batches of this process may be under way: while one is synced, another can gather and work. */
  atOnce: number;
  /** How long a batch may wait for the file of SQLite, in milliseconds; absent: as long as any transaction. */
  patience?: number;
}

/**
 * Makes the function that submits one item to a body which answers many at once, in their order. The body gets whatever
 * has gathered by the time its transaction holds the lock: the longer that takes, the more share one commit. When a
 * batch fails, its items are tried again one by one, so that none suffers for another.
 */
export function batched<Item, Answer>(
  backend: Backend,
  { lock, atOnce, patience }: Settings,
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
      if (taken.length > 1) await Promise.all(taken.map(alone));
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

  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      summon();
    });
}
