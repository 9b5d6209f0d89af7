/** Times in the form of documents. */

/**
 * Writes a time as documents do: RFC 3339, UTC, in whole seconds (docs/documents.md#6).
 * @param milliseconds since 1970, by default now
 */
export const timeText = (milliseconds = Date.now()): string =>
  new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
