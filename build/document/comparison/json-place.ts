/** Values within parsed JSON, found by the names of fields, and as text. */

/** The value at a place; undefined where there is none. Only own fields are followed. */
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

/** Writes a value as rules compare it: a text as it is, an absent value as `null`, anything else as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? 'null' : JSON.stringify(value);
}
