/**
 * Prices that a page works out are what the tokens cost.
 *
 * - `100,000 tokens in and 2,000 out, $0.40 at $3 and $15 per million tokens` is refused: it comes to $0.33.
 */
import type { Fault } from '#document/text/fault.ts';
import type { ParsedSource } from '../source/source.ts';

/** Tokens in and out, dollars, and dollars per million tokens in and out, of one calculation. */
const calculation =
  /\b([\d,]{1,15}) tokens in and ([\d,]{1,15}) out, \$([\d,.]{1,15}) at \$([\d.]{1,8}) and \$([\d.]{1,8}) per million/g;

const numberOf = (written = ''): number => Number(written.replaceAll(',', ''));

/** Calculations in a page that come to another sum than the page says. */
export function checkPrices({ passages }: ParsedSource): Fault[] {
  return passages.flatMap(({ text, placeAt }) =>
    [...text.matchAll(calculation)].flatMap(match => {
      const [input, output, dollars, inputPrice, outputPrice] = match.slice(1).map(numberOf) as Numbers;
      const price = ((input * inputPrice + output * outputPrice) / 1e6).toFixed(2);
      if (price === dollars.toFixed(2)) return [];
      return {
        field: '',
        rule: 'price',
        message: `The tokens cost $${price}, not $${match[3]}.`,
        help: 'Write the price that follows from the tokens and the prices in the sentence.',
        ...placeAt(match.index),
      };
    }),
  );
}

type Numbers = [number, number, number, number, number];
