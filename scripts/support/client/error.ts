/** The two ways in which asking fails. */

/** Nobody answered, or not to the end: it may be asked again later. The message is a sentence. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** The answer is refused, and a retry would not help. The message is a sentence that says what is wrong with it. */
export class BadAnswer extends Error {
  override name = 'BadAnswer';
}
