/** Example prices, by which a ceiling in tokens is also shown in money; readers put in their own. */

/** Dollars per million tokens. */
export const price = { input: 1, output: 5 };

/** What tokens cost at the example prices, in dollars. */
export const dollarsOf = ({ input, output }: { input: number; output: number }): number =>
  (input * price.input + output * price.output) / 1e6;
