/** The reasons of a decision, in sentences that a person can read: the effect first. */
import type { Settling } from '#document/evaluation/recommendation.ts';
import { roundedUp } from '#document/kind/share.ts';
import { differenceIn, isProven } from './proof.ts';
import type { Contender, Weighed } from './weigh.ts';

const name = (digest: string): string => digest.slice(0, 'sha256:'.length + 12);

/** @param open teams that more runs could prove */
export function recommendReasons(
  first: Contender,
  ranked: readonly Contender[],
  inseparable: readonly string[],
  open: readonly Contender[],
): string[] {
  const others = ranked.length - 1;
  return [
    ...effect(first),
    rate(first),
    ...price(first),
    ...imports(first),
    ...(others > 0
      ? [`It ranks before ${others} other eligible by its lower bound, then tokens per pass.`]
      : []),
    ...(inseparable.length > 0
      ? [`The evidence cannot tell it from ${inseparable.map(name).join(', ')}.`]
      : []),
    ...open.flatMap(({ result, versus }) =>
      versus ? [`${name(result.lock)} is not proven. ${differenceIn(versus)} \`settle\` would tell.`] : [],
    ),
  ];
}

function effect({ isControl, versus }: Contender): string[] {
  if (isControl)
    return [
      'It is the control: no team is shown to be worth it, and none is left that more runs could prove.',
    ];
  if (!versus) return [];
  const { isBetter, isNoWorse, adjusted } = versus;
  const proof = isBetter
    ? `p = ${roundedUp(adjusted)} over all comparisons that were started`
    : `no worse by ${isNoWorse!.margin}, and no more tokens`;
  return [`${differenceIn(versus)} That is proven: ${proof}.`];
}

function rate({ result: { lock, pass_rate, effective_low, effective_high, max_agents } }: Contender): string {
  const who = max_agents === 1 ? 'One agent' : `A team of up to ${max_agents} agents`;
  return `${who} (${name(lock)}) has a pass rate of ${pass_rate}, 95 % interval ${effective_low} to ${effective_high}.`;
}

/** Compares tokens for each passed case with the control, in a sentence. Whether that is too much, the reader decides. */
function price({ result, evidence: { snapshot } }: Contender): string[] {
  const control = snapshot.results.find(({ lock }) => lock === snapshot.control);
  const [own, other] = [result.tokens_per_pass, control?.tokens_per_pass];
  if (result.lock === control?.lock || own === undefined || other === undefined) return [];
  return [`It takes ${own} tokens for each passed case, and the control ${other}.`];
}

/** Whether imported runs were planned rests on what their importer says. */
function imports({ evidence: { snapshot } }: Contender): string[] {
  const { imported } = snapshot;
  if (!imported) return [];
  const runs = snapshot.results.reduce((sum, each) => sum + each.runs, 0);
  return [
    `${imported.runs} of the ${runs} runs were imported; that they began after the plan was registered is a claim.`,
  ];
}

export const noneReasons = (count: number): string[] => [
  count === 1
    ? 'The only evaluated candidate is out, and more runs of it would not change that.'
    : `All ${count} evaluated candidates are out, and more runs of them would not change that.`,
];

/**
 * @param first the control, where it is what to begin with
 * @param undecided candidates that more runs could judge
 */
export function insufficientReasons(
  weighed: Weighed,
  { first, undecided }: { first: Contender | undefined; undecided: readonly Contender[] },
  settle: Settling,
): string[] {
  const what = settle.locks.length > 1 ? 'these locks' : 'one agent as control and a team';
  const plan = `An evaluation of ${what} on ${settle.cases} new cases would settle it with a chance of ${settle.power}: ${settle.runs} runs.`;
  const begin = first
    ? [
        `Begin with one agent meanwhile: ${name(first.result.lock)}, whose pass rate is ${first.result.pass_rate}.`,
      ]
    : [];
  return [...whyOpen(weighed, undecided), ...begin, plan];
}

function whyOpen(weighed: Weighed, undecided: readonly Contender[]): string[] {
  const differences = undecided.flatMap(contender => {
    const { result, versus } = contender;
    if (!versus) return [];
    const what = isProven(contender)
      ? 'is proven better than its control, and may not meet the profile.'
      : 'is not proven.';
    return [`${name(result.lock)} ${what} ${differenceIn(versus)}`];
  });
  if (weighed.contenders.length > 0)
    return [
      ...differences,
      `No candidate is proven to do, and ${undecided.length} may: more runs would tell.`,
    ];
  const [newest] = weighed.exploratory;
  if (newest)
    return [
      'The evidence is exploratory: it says nothing about whether a team is worth it.',
      ...(newest.snapshot.grade_reasons ?? []),
      ...confounded(newest.snapshot.pairs.flatMap(pair => pair.confounded_by ?? [])),
    ];
  if (weighed.snapshots.length > 0) return ['All evidence is stale.'];
  return ['There is no evidence for this task class yet.'];
}

const confounded = (by: readonly string[]): string[] =>
  by.length === 0 ? [] : [`The difference may come from something else: ${[...new Set(by)].join(', ')}.`];
