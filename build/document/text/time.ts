/** Times as documents write them. */

/** A time in milliseconds since 1970, by default now: RFC 3339, UTC, in whole seconds (docs/documents.md#6). */
export const timeText = (milliseconds = Date.now()): string =>
  new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
