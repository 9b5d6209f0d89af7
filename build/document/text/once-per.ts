/** Computes a value once: for good, or for an object, as long as the object lives. */

/** Makes a function that makes its result at the first call, and remembers it. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Makes a function that remembers its result for each object, for as long as the object lives. */
export function oncePer<From extends object, To>(make: (from: From) => To): (from: From) => To {
  const made = new WeakMap<From, To>();
  return from => {
    let value = made.get(from);
    if (value === undefined) {
      value = make(from);
      made.set(from, value);
    }
    return value;
  };
}
