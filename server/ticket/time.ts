/** Times as tickets count them: whole seconds since 1970. */

/** The whole second of a time in milliseconds. */
export const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** A time in seconds as documents and headers write it: RFC 3339, UTC (decisions, Documents 6). */
export const rfc3339 = (at: number): string => `${new Date(at * 1000).toISOString().slice(0, 19)}Z`;
