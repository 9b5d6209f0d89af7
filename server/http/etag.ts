/** Entity tags that clients send. */

/** Whether `If-None-Match` holds a tag, by the weak comparison that it asks for (RFC 9110, 13.1.2). */
export function listsTag(list: string, etag: string): boolean {
  if (list === etag || list.trim() === '*') return true;
  return list.match(/"[^"]*"/g)?.some(tag => tag === etag) ?? false;
}

/**
 * Returns the beginning of the `ETag` of an answer with a ticket. The trailer makes the bytes of each answer different, but a
 * client that has any of them has the document, and that is what it asks about.
 */
export const ticketedTag = (digest: string): string => `"${digest}-ticket.`;
