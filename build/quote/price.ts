/**
 * What a run costs before it is made, as ranges. What is not known stays undefined and makes undefined all that depends on it: no number
 * is ever put in its place (docs/task-to-files.md#4).
 */

/** From the least to the most. */
export interface Range {
  low: number;
  high: number;
}

/** Tokens that a run may read and write at most. */
interface Budget {
  input: number;
  output: number;
}

/** Dollars per million tokens. */
export interface Prices {
  input: number;
  output: number;
}

/** What is known of a task and of the reader. */
export interface Known {
  /** All tokens of a run of one agent, as the reader measured them. */
  tokens?: number | undefined;
  prices?: Prices | undefined;
  /** How many times the tokens of one agent a team took, as sources report it. */
  multiple?: Range | undefined;
  /** The budget of the one agent, and that of the team. */
  one?: Budget | undefined;
  team?: Budget | undefined;
}

/** What one way of working takes. */
export interface Estimate {
  /** All tokens of a run. */
  tokens: Range | undefined;
  dollars: Range | undefined;
  /** What its budget allows. */
  capTokens: number | undefined;
  capDollars: number | undefined;
}

export interface Price {
  one: Estimate;
  team: Estimate;
  /** What the team takes more than one agent: what a prevented failure must be worth. Never less than nothing. */
  more: { runs: Range | undefined; tokens: Range | undefined; dollars: Range | undefined };
}

const million = 1e6;

/** Works out a price. All numbers are finite and not negative. */
export function priceOf({ tokens, prices, multiple, one, team }: Known): Price {
  const ofOne = tokens === undefined ? undefined : { low: tokens, high: tokens };
  const ofTeam = ofOne && multiple && scaled(multiple, tokens!);
  const alone = estimate(ofOne, prices, one ?? team, one);
  const together = estimate(ofTeam, prices, team ?? one, team);
  return {
    one: alone,
    team: together,
    more: {
      runs: multiple && { low: Math.max(0, multiple.low - 1), high: Math.max(0, multiple.high - 1) },
      tokens: beyond(together.tokens, alone.tokens),
      dollars: beyond(together.dollars, alone.dollars),
    },
  };
}

/** @param split the budget by whose share of reading and writing tokens are priced */
function estimate(
  tokens: Range | undefined,
  prices: Prices | undefined,
  split: Budget | undefined,
  cap: Budget | undefined,
): Estimate {
  const each = prices && dollarsOfToken(prices, split);
  return {
    tokens: tokens && { low: Math.round(tokens.low), high: Math.round(tokens.high) },
    dollars: tokens && each && { low: tokens.low * each.low, high: tokens.high * each.high },
    capTokens: cap && cap.input + cap.output,
    capDollars: cap && prices && (cap.input * prices.input + cap.output * prices.output) / million,
  };
}

/** The dollars of a token: by the shares of a budget; without one between the price of reading and that of writing. */
function dollarsOfToken(prices: Prices, split: Budget | undefined): Range {
  if (split && split.input + split.output > 0) {
    const dollars = (split.input * prices.input + split.output * prices.output) / million;
    const each = dollars / (split.input + split.output);
    return { low: each, high: each };
  }
  const [low, high] = [prices.input, prices.output].sort((a, b) => a - b) as [number, number];
  return { low: low / million, high: high / million };
}

const scaled = ({ low, high }: Range, by: number): Range => ({ low: low * by, high: high * by });

const beyond = (more: Range | undefined, less: Range | undefined): Range | undefined =>
  more && less && { low: Math.max(0, more.low - less.high), high: Math.max(0, more.high - less.low) };

/** A sum of dollars as text: cents, and of less than a cent two digits that count. */
export function dollarText(dollars: number): string {
  if (dollars === 0 || dollars >= 0.01) return dollars.toFixed(2);
  const digits = Math.min(20, 1 - Math.floor(Math.log10(dollars)));
  return dollars.toFixed(digits);
}
