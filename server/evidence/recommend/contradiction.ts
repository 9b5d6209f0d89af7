/** Contradictions in a recommendation: an estimate outside its interval, or two of one quantity (docs/evidence.md#3). */
import type { Recommendation } from '#document/evaluation/recommendation.ts';
import { outside } from '../contradiction.ts';

/** An estimate with the ends of its interval, as documents write them. */
type Estimate = readonly string[];

const apart = (what: string, one: Estimate | undefined, other: Estimate | undefined): string[] =>
  one === undefined || other === undefined || one.join() === other.join()
    ? []
    : [`${what} is ${one.join(', ')} in one place and ${other.join(', ')} in another.`];

/** Lists the contradictions in a recommendation, a sentence each. */
export const contradictionsIn = (decided: Recommendation): string[] => [
  ...estimateFaults(decided),
  ...answerFaults(decided),
];

function estimateFaults({ effect, ranking, comparisons = [] }: Recommendation): string[] {
  const ofEffect = comparisons.find(
    ({ lock, control }) => lock === effect?.lock && control === effect?.control,
  );
  return [
    ...(effect ? outside('effect.difference', effect.difference) : []),
    ...(effect ? apart('The effect', effect.difference, ofEffect?.difference) : []),
    ...ranking.flatMap(({ pass_rate, low, high }, index) =>
      outside(`ranking[${index}].pass_rate`, [pass_rate, low, high]),
    ),
    ...comparisons.flatMap(({ difference, evaluations }, index) => {
      const place = `comparisons[${index}]`;
      return [
        ...(difference ? outside(`${place}.difference`, difference) : []),
        ...evaluations.flatMap((each, at) =>
          each.difference ? outside(`${place}.evaluations[${at}].difference`, each.difference) : [],
        ),
        ...(evaluations.length === 1
          ? apart(`${place}.difference`, difference, evaluations[0]!.difference)
          : []),
      ];
    }),
  ];
}

const answersOf: Readonly<Record<Recommendation['decision'], readonly Recommendation['answer'][]>> = {
  recommend: ['team', 'one_agent'],
  insufficient_evidence: ['undecided'],
  no_eligible_candidate: ['none'],
};

/** Lists where a decision, its answer, what it recommends and its ranking contradict each other, a sentence each. */
function answerFaults({ decision, answer, recommended, ranking, excluded }: Recommendation): string[] {
  const out = new Set(excluded.map(({ lock }) => lock));
  return [
    ...(answersOf[decision].includes(answer)
      ? []
      : [`The answer ${answer} does not fit the decision ${decision}.`]),
    ...((decision === 'recommend') === (recommended !== undefined)
      ? []
      : ['`decision` and `recommended` differ.']),
    ...(recommended === undefined || recommended === ranking[0]?.lock
      ? []
      : ['The recommended candidate is not ranked first.']),
    ...ranking.flatMap(({ lock }) => (out.has(lock) ? [`${lock} is both ranked and excluded.`] : [])),
  ];
}

/**
 * Refuses to sign a recommendation that contradicts itself.
 * @throws Error that lists the contradictions
 */
export function refuseContradictions(decided: Recommendation): void {
  const found = contradictionsIn(decided);
  if (found.length > 0) throw new Error(`The recommendation contradicts itself: ${found.join(' ')}`);
}
