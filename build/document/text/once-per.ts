/** A value that is computed once for an object and kept as long as the object. */

/** Remembers what a function makes of an object for as long as the object lives. */
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
