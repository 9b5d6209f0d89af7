/** A store whose queries are traced. Without traces a store is used as it is, so that they cost nothing. */
import { tell } from '../support/diagnostics.ts';
import type { Store } from './store.ts';

/** Wraps a store so that every answered query is reported by its name, such as `tickets.issue`. */
export function observedStore(store: Store): Store {
  const nouns = Object.entries(store).map(([noun, value]) => {
    if (typeof value === 'function') return [noun, measured(noun, value)];
    const questions = Object.entries(value as object).map(([question, ask]) =>
      typeof ask === 'function' ? [question, measured(`${noun}.${question}`, ask)] : [question, ask],
    );
    return [noun, Object.fromEntries(questions)];
  });
  return Object.fromEntries(nouns) as Store;
}

type Ask = (...words: unknown[]) => unknown;

/** A call that does not return a promise, such as a part of a transaction, is not traced by itself. */
function measured(name: string, ask: Ask): Ask {
  return (...words) => {
    const begun = performance.timeOrigin + performance.now();
    const answer = ask(...words);
    if (!(answer instanceof Promise)) return answer;
    return answer.then(
      value => {
        tell('question', { name, begun });
        return value;
      },
      error => {
        tell('question', { name, begun, failure: String(error?.name ?? 'Error') });
        throw error;
      },
    );
  };
}
