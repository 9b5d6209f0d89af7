/** A store whose queries are traced. Without tracing, the store is used directly, so that tracing costs nothing. */
import { tell } from '../support/diagnostics.ts';
import type { Store } from './store.ts';

/** Wraps a store so that every query is reported, when it is answered, under its name, such as `tickets.issue`. */
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

/**
 * Wraps one function of a store so that its answer is reported. A call that returns no promise, such as a part of a
 * transaction, is not reported.
 */
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
