/** Gathers what many callers ask at the same time into one transaction, and gives each its own answer. */
import type { Backend, LockName, Work } from './dialect/backend.ts';

interface Entry<Item, Answer> {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/** The most items that one transaction takes. */
const maxBatch = 1000;

/**
 * Makes the function that submits one item to a body which answers many at once, in their order. The body gets whatever
 * has gathered by the time its transaction holds the lock: the longer that takes, the more share one commit. When a
 * batch fails, its items are tried again one by one, so that none suffers for another.
 */
export function batched<Item, Answer>(
  backend: Backend,
  lock: LockName,
  body: (items: readonly Item[]) => Work<readonly Answer[]>,
): (item: Item) => Promise<Answer> {
  type Waiting = Entry<Item, Answer>;
  const waiting: Waiting[] = [];
  let summoned = false;

  function* run(take: () => readonly Waiting[]): Work<readonly Answer[]> {
    const statement = backend.lock(lock);
    if (statement) yield statement;
    return yield* body(take().map(entry => entry.item));
  }

  async function commit(): Promise<void> {
    let taken: readonly Waiting[] = [];
    const take = () => {
      taken = waiting.splice(0, maxBatch);
      summoned = false;
      if (waiting.length > 0) summon();
      return taken;
    };
    try {
      const answers = await backend.transact(() => run(take));
      for (const [index, entry] of taken.entries()) entry.resolve(answers[index]!);
    } catch (error) {
      if (taken.length > 1) await Promise.all(taken.map(alone));
      else for (const entry of taken.length === 0 ? take() : taken) entry.reject(error);
    }
  }

  const alone = async (entry: Waiting) => {
    try {
      const [answer] = await backend.transact(() => run(() => [entry]));
      entry.resolve(answer!);
    } catch (error) {
      entry.reject(error);
    }
  };

  function summon(): void {
    if (summoned) return;
    summoned = true;
    void commit();
  }

  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      summon();
    });
}
