/** Finds values in parsed JSON by the names of fields, and writes them as text. */

/** Returns the value at a place; undefined if there is none. Follows only own fields. */
export function valueAt(value: unknown, place: readonly string[]): unknown {
  let found = value;
  for (const step of place) {
    if (Array.isArray(found)) found = found.at(Number.parseInt(step, 10));
    else if (typeof found === 'object' && found !== null && Object.hasOwn(found, step))
      found = (found as Record<string, unknown>)[step];
    else return undefined;
  }
  return found;
}

/**
 * Writes a value in the form in which rules compare values: a text as it is, an absent value as `null`, anything else as JSON.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? 'null' : JSON.stringify(value);
}
