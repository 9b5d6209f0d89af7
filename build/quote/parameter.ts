/** The parameters of a quote, as they are given in an address or to the command: refused whole, with the name of each wrong one. */
import type { Candidate } from '../kind/quote.ts';
import { didYouMean } from '../text/suggestion.ts';
import type { Prices } from './price.ts';

export const quoteParameters = ['starter', 'price_input', 'price_output', 'tokens'] as const;
type Name = (typeof quoteParameters)[number];

/** What the reader said. */
export interface Given {
  starter?: string | undefined;
  prices?: Prices | undefined;
  /** The prices as they were written. */
  written?: { input: string; output: string } | undefined;
  tokens?: number | undefined;
}

/** What is wrong with one of them. */
interface ParameterFault {
  name: string;
  message: string;
}

/** The highest price that is believed, in dollars per million tokens; and the most tokens of one run. */
const maxPrice = 100_000;
const maxTokens = 1_000_000_000;

/** Others may add parameters of their own, which say where a visitor came from. */
const isCampaign = (name: string): boolean => name.startsWith('utm_');

/** Whether a query says anything of a quote, rightly or wrongly. */
export const asksQuote = (query: URLSearchParams): boolean =>
  [...query].some(([name, value]) => !isCampaign(name) && (value.trim() !== '' || !isKnown(name)));

const isKnown = (name: string): name is Name => (quoteParameters as readonly string[]).includes(name);

/** @param teams those that `starter` may name */
export function readGiven(
  query: URLSearchParams,
  teams: readonly Candidate[],
): { ok: true; given: Given } | { ok: false; faults: ParameterFault[] } {
  const faults = [...new Set(query.keys())].flatMap(name => unknownFault(name));
  const value = (name: Name): string | undefined => {
    const values = query.getAll(name).map(each => each.trim());
    if (values.length > 1) faults.push({ name, message: 'It occurs more than once. Send it once.' });
    return values[0] === '' ? undefined : values[0];
  };
  const starter = value('starter');
  const [input, output] = [value('price_input'), value('price_output')];
  const tokens = value('tokens');
  if (starter !== undefined && !teams.some(({ name }) => name === starter))
    faults.push({ name: 'starter', message: noTeam(starter, teams) });
  for (const [name, price, other] of [
    ['price_input', input, output],
    ['price_output', output, input],
  ] as const) {
    if (price === undefined && other !== undefined)
      faults.push({ name, message: 'It is missing. Give both prices, or neither.' });
    if (price !== undefined && !isPrice(price))
      faults.push({
        name,
        message: `Expected dollars per million tokens from 0 to ${maxPrice}, with at most six digits after the point, such as 1.25.`,
      });
  }
  if (tokens !== undefined && !isTokens(tokens))
    faults.push({ name: 'tokens', message: `Expected one whole number from 1 to ${maxTokens}.` });
  if (faults.length > 0) return { ok: false, faults };
  const written = input === undefined || output === undefined ? undefined : { input, output };
  const prices = written && { input: Number(written.input), output: Number(written.output) };
  return {
    ok: true,
    given: { starter, prices, written, tokens: tokens === undefined ? undefined : Number(tokens) },
  };
}

function unknownFault(name: string): ParameterFault[] {
  if (isKnown(name) || isCampaign(name)) return [];
  const shown = /^\w{1,40}$/.test(name) ? name : 'query';
  const near = didYouMean(shown, [...quoteParameters]);
  return [
    { name: shown, message: `There is no such parameter.${near} Valid: ${quoteParameters.join(', ')}.` },
  ];
}

function noTeam(starter: string, teams: readonly Candidate[]): string {
  const names = teams.map(({ name }) => name);
  if (names.length === 0) return 'No team is made for this task. Leave it out.';
  const near = starter.length > 129 ? '' : didYouMean(starter, names);
  return `No team of this name is made for the task.${near} Valid: ${names.join(', ')}.`;
}

const isPrice = (text: string): boolean => /^\d{1,6}(?:\.\d{1,6})?$/.test(text) && Number(text) <= maxPrice;

const isTokens = (text: string): boolean =>
  /^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= maxTokens;
