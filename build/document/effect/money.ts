/** The prices at which pages convert tokens to money. All pages use the same ones, and readers can enter their own. */

/** The prices in dollars per million tokens, for tokens read and written: the list prices of Claude Haiku 4.5. */
export const price = { input: 1, output: 5 };

/** The page that lists these prices, and the day on which it was read. */
export const priceList = {
  address: 'https://platform.claude.com/docs/en/models/haiku-4-5/overview',
  read_on: '2026-11-28',
};

/** Names the model whose prices these are, in a sentence without its full stop. */
export const priceWords = `Prices are those of Claude Haiku 4.5, $${price.input} and $${price.output} per million tokens read and written`;

/** The sentence of `priceWords` in Markdown, with the page that lists the prices and the day on which it was read. */
export const priceBasis = `${priceWords} ([list](${priceList.address}), read on ${priceList.read_on}).`;

/** Returns the cost of tokens at the prices in `price`, in dollars. */
export const dollarsOf = ({ input, output }: { input: number; output: number }): number =>
  (input * price.input + output * price.output) / 1e6;
