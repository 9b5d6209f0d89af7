/** A quote as fields and text: what the build writes without prices, and what the server and the command say with them. */
import type { z } from 'zod';
import type { Candidate, Origin, quote } from '../kind/quote.ts';
import { escapeMarkdown } from '../text/plain-text.ts';
import type { Given } from './parameter.ts';
import { dollarText, type Estimate, type Price, priceOf, type Range } from './price.ts';

type QuoteFields = z.infer<typeof quote.fields>;

/** What the catalog knows of a task. */
export type QuoteBase = Pick<QuoteFields, 'task_class' | 'token_multiple' | 'control' | 'teams'>;

/** The address of the quote of a task class. */
export const quotePath = (taskClass: string): string => `/tasks/${taskClass}/quote.md`;

/** The address of a quote with what a reader said, in its one spelling. */
export function quoteAddress(taskClass: string, { starter, written, tokens }: Given): string {
  const parameters = new URLSearchParams();
  if (starter !== undefined) parameters.set('starter', starter);
  if (written !== undefined) parameters.set('price_input', written.input);
  if (written !== undefined) parameters.set('price_output', written.output);
  if (tokens !== undefined) parameters.set('tokens', String(tokens));
  return parameters.size === 0 ? quotePath(taskClass) : `${quotePath(taskClass)}?${parameters}`;
}

/**
 * The fields of a quote, in their order, and its text below the title.
 * @param isStatic whether a host of plain files has it, which answers no query
 */
export function quoteOf(
  base: QuoteBase,
  given: Given = {},
  isStatic = false,
): { fields: QuoteFields; body: string } {
  const { task_class, token_multiple, control, teams } = base;
  const team = given.starter === undefined ? teams[0] : teams.find(({ name }) => name === given.starter);
  const multiple = token_multiple && { low: Number(token_multiple.low), high: Number(token_multiple.high) };
  const price = priceOf({ ...given, multiple, one: budgetOf(control), team: budgetOf(team) });
  const said = {
    ...(given.starter !== undefined && { starter: given.starter }),
    ...(given.written && { price_input: given.written.input, price_output: given.written.output }),
    ...(given.tokens !== undefined && { tokens: given.tokens }),
  };
  const fields: QuoteFields = {
    task_class,
    ...(Object.keys(said).length > 0 && { given: said }),
    one_agent: estimateFields(price.one, control, 'measured'),
    team: estimateFields(price.team, team, 'reported'),
    ...(price.more.tokens && { more: rangeFields(price.more) }),
    ...(token_multiple && { token_multiple }),
    ...(control && { control }),
    teams,
  };
  return { fields, body: bodyOf({ base, given, team, price, isStatic }) };
}

const budgetOf = (of: Candidate | undefined) => of && { input: of.input_tokens, output: of.output_tokens };

function estimateFields(estimate: Estimate, of: Candidate | undefined, from: Origin): QuoteFields['team'] {
  const { tokens, capTokens, capDollars } = estimate;
  return {
    ...(of && { name: of.name }),
    tokens_from: tokens ? from : 'unknown',
    ...rangeFields(estimate),
    ...(capTokens !== undefined && { cap_tokens: capTokens }),
    ...(capDollars !== undefined && { cap_dollars: dollarText(capDollars) }),
  };
}

const rangeFields = ({ tokens, dollars }: Pick<Estimate, 'tokens' | 'dollars'>) => ({
  ...(tokens && { tokens_low: Math.round(tokens.low), tokens_high: Math.round(tokens.high) }),
  ...(dollars && { dollars_low: dollarText(dollars.low), dollars_high: dollarText(dollars.high) }),
});

interface Told {
  base: QuoteBase;
  given: Given;
  team: Candidate | undefined;
  price: Price;
  isStatic: boolean;
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const dollars = (value: number): string => `$${dollarText(value)}`;

/** `2 to 4`, or one number. */
function between({ low, high }: Range, written: (value: number) => string): string {
  const [from, to] = [written(low), written(high)];
  return from === to ? from : `${from} to ${to}`;
}

function bodyOf(told: Told): string {
  const { base, team, price } = told;
  const { control } = base;
  const chosen = team ?? control;
  const row = (name: string, of: (estimate: Estimate) => string) =>
    `| ${name} | ${of(price.one)} | ${of(price.team)} |`;
  const link = (of: Candidate | undefined, none: string) => (of ? `[${of.name}](${of.path})` : none);
  const table = [
    '| a run | one agent | a team |',
    '| --- | --- | --- |',
    `| which | ${link(control, 'no starter')} | ${link(team, 'none is made for this task')} |`,
    row('expected tokens', ({ tokens }) => (tokens ? between(tokens, whole) : 'unknown')),
    row('expected dollars', each => (each.dollars ? between(each.dollars, dollars) : 'unknown')),
    row('at most tokens', ({ capTokens }) => (capTokens === undefined ? 'unknown' : whole(capTokens))),
    row('at most dollars', ({ capDollars }) => (capDollars === undefined ? 'unknown' : dollars(capDollars))),
  ];
  return [
    table.join('\n'),
    `## Is it worth it\n\n${worth(told)}`,
    `## Where the numbers are from\n\n${origins(told).join('\n')}`,
    `## With your numbers\n\n${usage(told)}`,
    ...(chosen
      ? [
          `## Files\n\n\`${exportsOf(chosen)}\` has ${chosen.name} as files of a runtime; [exports](/exports/index.md) lists the targets.`,
        ]
      : []),
  ].join('\n\n');
}

const exportsOf = ({ path }: Candidate): string =>
  path.replace(/^\/(?:starters|formations)\//, '/exports/{target}/');

/** The break-even in words. */
function worth({ price, team, base }: Told): string {
  const { more } = price;
  const rate = 'How often it prevents one is unknown: run both ways on the same cases';
  const place = `[how](/tasks/index.md)`;
  if (more.dollars)
    return (
      `The team is worth it if a failure costs you more than ${between(more.dollars, dollars)} for each run in which it prevents one. ` +
      `If it prevents one in ten runs, that is ${between(scaled(more.dollars, 10), dollars)}. ${rate} (${place}).`
    );
  if (more.tokens)
    return (
      `The team is worth it if a failure costs you more than ${between(more.tokens, whole)} tokens for each run in which it prevents one. ` +
      `If it prevents one in ten runs, that is ${between(scaled(more.tokens, 10), whole)}. ${rate} (${place}).`
    );
  if (more.runs)
    return (
      `The team is worth it if a failure costs you more than ${between(more.runs, decimal)} further runs of one agent ` +
      `for each run in which it prevents one. ` +
      `${rate} (${place}). With \`tokens\` this is said in tokens, with prices in dollars.`
    );
  if (team === undefined)
    return 'Begin with one agent: no team is made for this task, and no record says what one takes.';
  const cap = whole(team.input_tokens + team.output_tokens);
  return (
    `Unknown: no record says how many times the tokens of one agent a team takes for \`${base.task_class}\`. It takes at most ${cap} tokens. ` +
    `Run both ways on the same cases (${place}), and compare what each solved and spent.${atBound(price)}`
  );
}

/** What is certain where no record helps: a team takes no more than its bound. */
function atBound({ one, team }: Price): string {
  const [dear, many] = [one.dollars && team.capDollars, one.tokens && team.capTokens];
  const most =
    dear !== undefined
      ? dollars(Math.max(0, dear - one.dollars!.low))
      : many !== undefined && `${whole(Math.max(0, many - one.tokens!.low))} tokens`;
  if (!most) return '';
  return ` Even at its bound it is worth it if a failure costs you more than ${most} for each run in which it prevents one.`;
}

const scaled = ({ low, high }: Range, by: number): Range => ({ low: low * by, high: high * by });
const decimal = (value: number): string => String(Math.round(value * 10) / 10);

function origins({ base, given, team, price }: Told): string[] {
  const { token_multiple: multiple, control } = base;
  const tokens =
    given.tokens === undefined ? 'unknown: give `tokens`, from your usage records' : 'measured, by you';
  const times = multiple
    ? `reported: ${multiple.low} to ${multiple.high} times one agent ([record](/research/${multiple.source}.md)). ${escapeMarkdown(multiple.conditions)}`
    : 'unknown: no record says how many times one agent a team takes here';
  const split = control ?? team;
  const priced = price.one.dollars
    ? `priced as ${split ? byBudget(split) : 'all read, and as all written, since the division is unknown'}`
    : 'unknown: give `tokens`, `price_input` and `price_output`';
  const past =
    price.team.tokens && price.team.capTokens !== undefined && price.team.tokens.high > price.team.capTokens;
  return [
    `- tokens of one agent: ${tokens}`,
    `- tokens of a team: ${times}`,
    `- dollars: ${priced}`,
    ...[control, team].flatMap(each => (each ? [`- at most, ${each.name}: ${enforced(each)}`] : [])),
    ...(past
      ? [
          '- the expected tokens of the team go past its bound: such a run stops, or is stopped by you, before it is done',
        ]
      : []),
  ];
}

const byBudget = ({ name }: Candidate): string =>
  `the budget of ${name} divides reading from writing, which is stated and not measured`;

/** Who keeps the bound of a version. */
const enforced = ({ enforced_by }: Candidate): string =>
  enforced_by.length === 0
    ? 'stated in its document; no export stops a run there, so watch it yourself'
    : `stated in its document, and a run is stopped there in the exports ${enforced_by.join(', ')}; in all others nobody counts`;

function usage({ base: { task_class, teams }, isStatic }: Told): string {
  const address = isStatic
    ? `agent-topology quote ${task_class} --price-input 1.25 --price-output 10 --tokens 200000`
    : `${quotePath(task_class)}?price_input=1.25&price_output=10&tokens=200000`;
  const others =
    teams.length > 1 ? ` \`starter\` is one of ${teams.map(({ name }) => name).join(', ')}.` : '';
  return `\`${address}\`: dollars per million tokens, and all tokens of one run of one agent.${others}`;
}
