/** Finds the values in a document that differ from those computed again, and writes a sentence for each. */

/**
 * Lists the places where two values differ, a sentence each.
 * @param which the fields to compare: those that were computed, or all fields of both
 */
export function differences(
  stated: unknown,
  computed: unknown,
  which: 'computed' | 'all',
  place = '',
): string[] {
  if (!isObject(stated) || !isObject(computed)) {
    if (stated === computed) return [];
    return [`\`${place}\` is ${shown(stated)}, but computed again it is ${shown(computed)}.`];
  }
  const isList = Array.isArray(computed);
  const keys =
    which === 'all' || isList ? [...Object.keys(computed), ...Object.keys(stated)] : Object.keys(computed);
  return [...new Set(keys)].flatMap(key => {
    const inner = isList ? `${place}[${key}]` : `${place}${place && '.'}${key}`;
    return differences(at(stated, key), at(computed, key), which, inner);
  });
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const at = (value: object, key: string): unknown => (value as Record<string, unknown>)[key];

function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  return isObject(value) ? 'something else' : String(value);
}
