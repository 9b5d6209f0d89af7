/** Runs attempts with one name one after another, in the order in which they came. */

/** Makes a function that runs an attempt when all earlier attempts of the same name have ended. */
export function turns(): <Result>(name: string, attempt: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();
  return (name, attempt) => {
    const before = last.get(name) ?? Promise.resolve();
    const mine = before.then(attempt);
    const ended = mine.catch(() => {});
    last.set(name, ended);
    void ended.then(() => {
      if (last.get(name) === ended) last.delete(name);
    });
    return mine;
  };
}
