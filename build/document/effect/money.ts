/** The prices by which pages show tokens in money, one basis for all of them; readers put in their own. */

/** Dollars per million tokens, read and written: the list prices of Claude Haiku 4.5. */
export const price = { input: 1, output: 5 };

/** Whose prices these are and when they were read, as a sentence of Markdown. */
export const priceBasis =
  `Prices are those of Claude Haiku 4.5, $${price.input} and $${price.output} per million tokens read and written ` +
  '([list](https://platform.claude.com/docs/zh-CN/models/sonnet-5-5/overview), read on 2026-11-28).';

/** Returns the cost of tokens at these prices, in dollars. */
export const dollarsOf = ({ input, output }: { input: number; output: number }): number =>
  (input * price.input + output * price.output) / 1e6;
