/** Times as tickets count them: whole seconds since 1970. */

/** The whole second of a time in milliseconds. */
export const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** A time in seconds as documents and headers write it: RFC 3339, UTC (docs/documents.md#6). */
export function rfc3339(at: number): string {
  if (at !== latest.at) latest = { at, text: `${new Date(at * 1000).toISOString().slice(0, 19)}Z` };
  return latest.text;
}

// Within a second, everyone asks for the same one.
let latest = { at: 0, text: '1970-01-01T00:00:00Z' };
