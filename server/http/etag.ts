/** Entity tags that clients send. */

/** Tells whether a list of entity tags, as in `If-None-Match`, holds a tag, by weak comparison (RFC 9110, 13.1.2). */
export function listsTag(list: string, etag: string): boolean {
  if (list === etag || list.trim() === '*') return true;
  return list.match(/"[^"]*"/g)?.some(tag => tag === etag) ?? false;
}

/**
 * Returns the beginning of the `ETag` of an answer with a ticket. The trailer makes the bytes of each such answer different. A
 * client that has one of them has the document, so any tag with this beginning matches.
 */
export const ticketedTag = (digest: string): string => `"${digest}-ticket.`;
