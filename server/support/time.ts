/** Times in the unit of tickets and tenants: whole seconds since 1970. */

/** Converts milliseconds to whole seconds, rounded down. */
export const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** Converts seconds since 1970 to the form that documents and headers have: RFC 3339, UTC (docs/documents.md#6). */
export function rfc3339(at: number): string {
  if (at !== latest.at) latest = { at, text: `${new Date(at * 1000).toISOString().slice(0, 19)}Z` };
  return latest.text;
}

// Everything that happens within a second asks for the same text.
let latest = { at: 0, text: '1970-01-01T00:00:00Z' };
