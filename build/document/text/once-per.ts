/** Computes a value once for an object, and keeps it as long as the object lives. */

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
