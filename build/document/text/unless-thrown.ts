/** Returns what a function returns; undefined when it throws. */
export function unlessThrown<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
