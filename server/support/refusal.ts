/** Refusals: every reason to refuse a request of a client, with its status and its message. */

import { type ErrorCode, errorCodes } from '#document/kind/error.ts';
import type { Fault, Place } from '#document/text/fault.ts';

/** A fault in the form in which the error document lists it. It has no place if the request has no text. */
type ListedFault = Pick<Fault, 'field' | 'rule' | 'message'> & Partial<Place>;

/**
 * An error that refuses a request: it is expected, has a code, and is explained to the client. Any other error that is thrown is
 * a bug.
 */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: ErrorCode;
  readonly errors: readonly ListedFault[];
  /** Further headers of the answer, such as `Allow` and `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The reason as a word for metrics; the code unless something more exact is known. */
  readonly reason: string;

  /**
   * Makes a refusal.
   * @param message what happened and what to do next, in one or two sentences
   */
  constructor(
    code: ErrorCode,
    message: string,
    more: {
      errors?: readonly ListedFault[];
      headers?: Readonly<Record<string, string>>;
      reason?: string;
    } = {},
  ) {
    super(message);
    this.code = code;
    this.errors = more.errors ?? [];
    this.headers = more.headers ?? {};
    this.reason = more.reason ?? code;
  }

  get status(): number {
    return errorCodes[this.code];
  }
}

/** The titles of error documents, by the code of the refusal. */
export const refusalTitles: Record<ErrorCode, string> = {
  malformed_request: 'The request is malformed',
  idempotency_key_required: 'An Idempotency-Key is required',
  unauthenticated: 'A valid credential is required',
  forbidden: 'The credential lacks a scope',
  quota_exceeded: 'A quota is used up',
  not_found: 'There is no such page',
  method_not_allowed: 'The method is not allowed here',
  not_acceptable: 'No acceptable representation exists',
  payload_too_large: 'The body is too large',
  unsupported_media_type: 'The media type is not supported',
  idempotency_conflict: 'The key was used with other content',
  conflict: 'The state does not allow it',
  lease_lost: 'The lease is lost',
  validation_failed: 'The document is not valid',
  rate_limited: 'Too many requests',
  internal_error: 'Something went wrong here',
  service_unavailable: 'The service is not available now',
};

/** Converts a fault of a document to the form in which the error document lists it: message and help become one text. */
export function listedFault({ field, rule, message, help, line, column }: Fault): ListedFault {
  return { field, rule, message: `${message} ${help}`, line, column };
}
