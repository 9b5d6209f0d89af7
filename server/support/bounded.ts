/** Bounded memory for values whose keys clients choose. Past the limit, the oldest entry is dropped. */

/** A map with a maximum number of entries. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number;

  constructor(max: number) {
    super();
    this.#max = max;
  }

  override set(key: Key, value: Value): this {
    if (this.size >= this.#max && !this.has(key)) this.delete(this.keys().next().value!);
    return super.set(key, value);
  }
}

/**
 * Makes a function that returns what `make` returns for a text, and keeps the results that were made last.
 * @param max the most results that are kept
 * @param longest the most characters of a text whose result is kept
 */
export function memo<To>(max: number, make: (text: string) => To, longest = 512): (text: string) => To {
  const known = new BoundedMap<string, To>(max);
  return text => {
    const found = known.get(text);
    if (found !== undefined || known.has(text)) return found!;
    const made = make(text);
    if (text.length <= longest) known.set(text, made);
    return made;
  };
}
