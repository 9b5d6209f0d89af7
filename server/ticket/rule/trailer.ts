/**
 * The trailer, which brings a ticket to a selected visitor. It follows the document and is no part of it
 * (docs/use-tickets.md#6).
 */
import { paths } from '#document/message/door.ts';

/** The line with which every trailer begins. */
const trailerMarker = '<!-- use-ticket-trailer: not part of the document above -->';

interface TrailerFacts {
  token: string;
  /** The time at which the ticket expires (RFC 3339, UTC). */
  expiresAt: string;
  baseUrl: string;
}

/**
 * Writes the trailer that gives a visitor a use ticket: a blank line, the marker, and facts about the ticket. Agents read it, so
 * it instructs them to do nothing (docs/use-tickets.md#6). The document before it must end with a newline.
 */
export function trailer({ token, expiresAt, baseUrl }: TrailerFacts): string {
  return `
${trailerMarker}
Use ticket: ${token}
Expires: ${expiresAt}
Takes one report, a document of the kind use_receipt: POST ${baseUrl}${paths.receipt}
In short, over MCP at ${baseUrl}/mcp: report_outcome with ticket, outcome (worked, partly, did_not_work), note (optional)
`;
}
