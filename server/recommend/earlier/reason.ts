/** The reasons of a decision, in sentences that a person can read. */
import type { Settling } from '#build/evaluation/recommendation.ts';
import { roundedUp } from '#build/kind/share.ts';
import type { Evidence } from '../input.ts';
import type { Contender, Weighed } from './evidence.ts';

const name = (digest: string): string => digest.slice(0, 'sha256:'.length + 12);

export function recommendReasons(
  first: Contender,
  ranked: readonly Contender[],
  inseparable: readonly string[],
  leading: readonly Contender[],
): string[] {
  const { pass_rate, effective_low, effective_high, max_agents } = first.result;
  const who = max_agents === 1 ? 'One agent' : `A team of up to ${max_agents} agents`;
  const rate = `${who} (${name(first.result.lock)}) passed ${pass_rate} of its runs, 95 % interval ${effective_low} to ${effective_high}.`;
  const others = ranked.length - 1;
  return [
    rate,
    comparison(first),
    ...price(first),
    ...confounding(first),
    ...imports(first),
    ...(others > 0
      ? [`It ranks before ${others} other eligible by its lower bound, then tokens per pass.`]
      : []),
    ...(inseparable.length > 0
      ? [`The evidence cannot tell it from ${inseparable.map(name).join(', ')}.`]
      : []),
    ...leading.map(({ result, versus }) => {
      const { wins, losses, ties } = versus!;
      return `${name(result.lock)} won ${wins} cases and lost ${losses} (${ties} ties): too few to tell it from the control; \`settle\` would.`;
    }),
  ];
}

function comparison({ versus }: Contender): string {
  if (versus === undefined)
    return 'It is the control; a team that does not beat it for certain is not recommended over it.';
  const { wins, losses, ties, adjusted } = versus;
  return `On the same cases it beat the control ${wins} to ${losses}, with ${ties} ties (p = ${roundedUp(adjusted)} over all comparisons).`;
}

/** What a team costs compared with the control. Whether a better result is worth that is for the reader to decide. */
function price({ result, evidence: { snapshot } }: Contender): string[] {
  const control = snapshot.results.find(({ lock }) => lock === snapshot.control);
  const [own, other] = [result.tokens_per_pass, control?.tokens_per_pass];
  if (result.lock === control?.lock || own === undefined || other === undefined) return [];
  return [`It takes ${own} tokens for each passed case, and the control ${other}.`];
}

/** Where the control ran other models, what beat it may be the model rather than the team. */
function confounding({ result, versus, evidence: { snapshot } }: Contender): string[] {
  const models = (lock: string | undefined) => snapshot.results.find(each => each.lock === lock)?.models;
  const [own, other] = [models(result.lock), models(versus?.control)];
  if (own === undefined || other === undefined || own.join(' ') === other.join(' ')) return [];
  return ['The control ran other models: the evidence cannot tell the model from the organisation.'];
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

/** Whether evidence is exploratory because its plan was not registered before its imported runs. */
const wasSeenBefore = ({ snapshot: { imported } }: Evidence): boolean =>
  imported?.grade_of_plan === 'confirmatory';

export const noneReasons = (count: number): string[] => [
  count === 1
    ? 'The only evaluated candidate is out, and more runs of it would not change that.'
    : `All ${count} evaluated candidates are out, and more runs of them would not change that.`,
];

export function insufficientReasons(weighed: Weighed, undecided: number, settle: Settling): string[] {
  const what = settle.locks.length > 1 ? 'these locks' : 'one agent as control and a team';
  const plan = `An evaluation of ${what} on ${settle.cases} cases would settle it with a chance of ${settle.power}: ${settle.runs} runs.`;
  if (weighed.contenders.length > 0)
    return [`No candidate is proven to do, and ${undecided} may: more runs would tell.`, plan];
  if (weighed.exploratory.some(wasSeenBefore))
    return [
      'Imported runs began before their plan was registered, so whoever planned may have seen them: plan first, then run.',
      plan,
    ];
  if (weighed.exploratory.length > 0)
    return ['The evidence has no fair control, so it says nothing about whether a team is worth it.', plan];
  if (weighed.snapshots.length > 0) return ['All evidence is stale.', plan];
  return ['There is no evidence for this task class yet.', plan];
}
