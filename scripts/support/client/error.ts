/** The two ways in which a request fails. */

/** An error for a request without a complete answer. The request may be sent again later. The message is a sentence. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/**
 * An error for an answer that is refused, so that a retry would not help. The message is a sentence that says what is wrong with
 * it.
 */
export class BadAnswer extends Error {
  override name = 'BadAnswer';
}
