/** Entity tags that clients send. */

/** Whether `If-None-Match` holds a tag, by the weak comparison that it asks for (RFC 9110, 13.1.2). */
export function listsTag(list: string, etag: string): boolean {
  if (list === etag || list.trim() === '*') return true;
  return list.match(/"[^"]*"/g)?.some(tag => tag === etag) ?? false;
}

/**
 * How the tag of an answer with a ticket begins. The trailer makes its bytes differ from one answer to the next; who holds
 * any of them holds the document, which is what a client asks about.
 */
export const ticketedTag = (digest: string): string => `"${digest}-ticket.`;
