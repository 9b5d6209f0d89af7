/** Reads values of foreign JSON. Each reader returns the value in its form, or an empty one if the value has another form. */

/** The fields of an object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields of an object; none for any other value. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** Returns the fields of each item of a list; an empty list for any other value. */
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** Returns a text, cut to 256 characters; undefined for any other value. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length > 0 ? value.slice(0, 256) : undefined;

/** Returns a number that is not negative, also if it is given as text; 0 for any other value. */
export const amountOf = (value: unknown): number => {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : 0;
};
