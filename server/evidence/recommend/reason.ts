/** The reasons of a decision, in sentences that a person can read: the effect first. */
import type { Settling } from '#document/evaluation/recommendation.ts';
import { roundedUp } from '#document/kind/share.ts';
import { plural } from '#document/text/plain-text.ts';
import { differenceIn, isProven } from './proof.ts';
import type { Contender, Weighed } from './weigh.ts';

const name = (digest: string): string => digest.slice(0, 'sha256:'.length + 12);

/**
 * Explains in sentences why a candidate is recommended.
 * @param first the candidate
 * @param ranked all eligible candidates, best first
 * @param inseparable locks that it is not shown to be better than
 * @param open teams that more runs could prove
 */
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
      ? [
          `It ranks before ${plural(others, 'other eligible candidate')}, by the lower end of its pass rate and then by tokens for each passed case.`,
        ]
      : []),
    ...(inseparable.length > 0
      ? [`The evidence does not show that it is better than ${inseparable.map(name).join(', ')}.`]
      : []),
    ...open.flatMap(({ result, versus }) =>
      versus
        ? [
            `The team ${name(result.lock)} is not proven better than one agent. ${differenceIn(versus)} \`settle\` names the runs that would decide.`,
          ]
        : [],
    ),
  ];
}

function effect({ isControl, versus }: Contender): string[] {
  if (isControl)
    return [
      'It is the control, one agent. No team is shown to be worth it, and more runs could not prove any team that is left.',
    ];
  if (!versus) return [];
  const { isBetter, isNoWorse, adjusted } = versus;
  const proof = isBetter
    ? `proves that the team is better, because p is ${roundedUp(adjusted)} over all comparisons that were started`
    : `proves that the team is not worse by ${isNoWorse!.margin} or more, and it uses no more tokens`;
  return [`${differenceIn(versus)} That ${proof}.`];
}

function rate({ result: { lock, pass_rate, effective_low, effective_high, max_agents } }: Contender): string {
  const who = max_agents === 1 ? 'One agent' : `A team of up to ${max_agents} agents`;
  return `${who} (${name(lock)}) has a pass rate of ${pass_rate}, 95 % interval ${effective_low} to ${effective_high}.`;
}

/**
 * Compares the tokens for each passed case of a team with those of its control, in a sentence. It does not judge whether they are
 * too many.
 */
function price({ result, evidence: { snapshot } }: Contender): string[] {
  const control = snapshot.results.find(({ lock }) => lock === snapshot.control);
  const [own, other] = [result.tokens_per_pass, control?.tokens_per_pass];
  if (result.lock === control?.lock || own === undefined || other === undefined) return [];
  return [`It used ${own} tokens for each passed case, and the control, one agent, used ${other}.`];
}

/**
 * Returns a sentence that says how many runs were imported, and that only their importer vouches for when they began; none if no
 * run was imported.
 */
function imports({ evidence: { snapshot } }: Contender): string[] {
  const { imported } = snapshot;
  if (!imported) return [];
  const runs = snapshot.results.reduce((sum, each) => sum + each.runs, 0);
  return [
    `${imported.runs} of the ${runs} runs were imported. Only their importer says that they began after the plan was registered.`,
  ];
}

export const noneReasons = (count: number): string[] => [
  count === 1
    ? 'The only evaluated candidate is excluded, and more runs of it would not change that.'
    : `All ${count} evaluated candidates are excluded, and more runs of them would not change that.`,
];

/**
 * Explains in sentences why the evidence is insufficient.
 * @param first the control, if it is what to begin with
 * @param undecided candidates that more runs could judge
 */
export function insufficientReasons(
  weighed: Weighed,
  { first, undecided }: { first: Contender | undefined; undecided: readonly Contender[] },
  settle: Settling,
): string[] {
  const what = settle.locks.length > 1 ? 'these locks' : 'one agent as control and a team';
  const plan = `An evaluation of ${what} on ${settle.cases} new cases would decide this with a chance of ${settle.power}. It takes ${settle.runs} runs.`;
  const begin = first
    ? [
        `Until then, begin with one agent (${name(first.result.lock)}), whose pass rate is ${first.result.pass_rate}.`,
      ]
    : [];
  return [...whyOpen(weighed, undecided), ...begin, plan];
}

function whyOpen(weighed: Weighed, undecided: readonly Contender[]): string[] {
  const differences = undecided.flatMap(contender => {
    const { result, versus } = contender;
    if (!versus) return [];
    const what = isProven(contender)
      ? 'is proven against one agent, but may not meet the profile.'
      : 'is not proven better than one agent.';
    return [`The team ${name(result.lock)} ${what} ${differenceIn(versus)}`];
  });
  if (weighed.contenders.length > 0)
    return [
      ...differences,
      `No candidate is proven yet. More runs would decide about ${plural(undecided.length, 'candidate')}.`,
    ];
  const [newest] = weighed.exploratory;
  if (newest)
    return [
      'The evidence is exploratory, so it does not say whether a team is worth it.',
      ...(newest.snapshot.grade_reasons ?? []),
      ...confounded(newest.snapshot.pairs.flatMap(pair => pair.confounded_by ?? [])),
    ];
  if (weighed.snapshots.length > 0) return ['All evidence is stale, so only a new evaluation can decide.'];
  return ['There is no evidence for this task class yet.'];
}

const confounded = (by: readonly string[]): string[] =>
  by.length === 0 ? [] : [`Something else may explain the difference: ${[...new Set(by)].join(', ')}.`];
