/** The token of a use ticket, `ut1.<claims>.<mac>`: how it is minted, read and checked (docs/use-tickets.md#2). */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Cohort, SubjectKind } from '#document/message/use-receipt-acceptance.ts';
import { unlessThrown } from '#document/text/unless-thrown.ts';

/** The longest token that is examined, in characters (docs/use-tickets.md#2). */
export const maxTokenLength = 1024;

/** The subject of a ticket: the digest of a formation, `name@version` of a starter, or the slug of a pattern. */
export interface Subject {
  kind: SubjectKind;
  subject: string;
}

/** The claims of a ticket, in the order in which they are written. Times are seconds since 1970. */
export interface Claims extends Subject {
  /** The id of the key with which the ticket was signed. */
  key: string;
  /** The random id of the ticket, 128 bits as base64url. */
  id: string;
  /** The number under which the ticket is stored. Numbers grow with time. */
  number: number;
  cohort: Cohort;
  /** The id of a credential, or the id of the visitor's client (IPv4 address or IPv6 /64), made with a secret key. */
  holder: string;
  /** The rule that selected a visitor; absent for a credential. */
  rule?: string;
  /** The stage of the rollout. */
  stage: string;
  issued: number;
  expires: number;
}

/** The key that signs tickets, with the id that tickets carry. */
interface TicketKey {
  id: string;
  secret: KeyObject;
}

const form = /^ut1\.([A-Za-z0-9_-]{2,})\.([A-Za-z0-9_-]{43})$/;

export function mintToken(claims: Claims, key: TicketKey): string {
  const { id, number, kind, subject, cohort, holder, rule, stage, issued, expires } = claims;
  const ordered = { key: key.id, id, number, kind, subject, cohort, holder, rule, stage, issued, expires };
  const signed = `ut1.${Buffer.from(JSON.stringify(ordered)).toString('base64url')}`;
  return `${signed}.${macOf(signed, key.secret)}`;
}

/**
 * Checks a token against the key in force. Only the claims of a token with a valid MAC are returned and may be trusted; the
 * other answers depend on nothing but what the sender wrote.
 * @returns its claims; `rotated` if it names a former key; `unfamiliar` if it names a key that this process does not know;
 *   otherwise `unknown`
 */
export function checkToken(
  token: string,
  key: TicketKey,
  rotatedKeys: ReadonlySet<string>,
): Claims | 'rotated' | 'unfamiliar' | 'unknown' {
  const parts = token.length <= maxTokenLength ? form.exec(token) : null;
  if (!parts) return 'unknown';
  const given = Buffer.from(parts[2]!);
  const expected = Buffer.from(macOf(token.slice(0, token.lastIndexOf('.')), key.secret));
  const claims = readClaims(parts[1]!);
  if (timingSafeEqual(given, expected)) return claims?.key === key.id ? claims : 'unknown';
  if (!claims || claims.key === key.id) return 'unknown';
  return rotatedKeys.has(claims.key) ? 'rotated' : 'unfamiliar';
}

// MACs are compared as texts, since each MAC has only one: a token with stray bits at its end is another token.
function macOf(signed: string, secret: KeyObject): string {
  return createHmac('sha256', secret).update(signed).digest('base64url');
}

function readClaims(text: string): Claims | undefined {
  const claims: unknown = unlessThrown(() => JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  return typeof claims === 'object' && claims !== null ? (claims as Claims) : undefined;
}
