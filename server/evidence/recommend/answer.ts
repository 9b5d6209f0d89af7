/**
 * The answer of a decision, which is one of four, with the effect that it rests on and what else may explain that effect
 * (docs/recommendations.md#2).
 */
import type { Confound } from '#document/evaluation/evidence-snapshot.ts';
import { confounds } from '#document/evaluation/evidence-snapshot.ts';
import type { Recommendation } from '#document/evaluation/recommendation.ts';
import { differenceTexts } from '#document/kind/share.ts';
import type { Contender, Weighed } from './weigh.ts';

type Answered = Pick<Recommendation, 'answer' | 'effect' | 'confounded_by'>;

/**
 * Returns what a decision says first: whether to use a team or one agent, the difference that this rests on, and what else may
 * explain the difference.
 * @param first the recommended candidate, if there is one
 * @param team the team whose difference is stated if nothing is recommended
 */
export function answerOf(first: Contender | undefined, weighed: Weighed, team?: Contender): Answered {
  const confounded_by = confoundsIn(weighed);
  if (!first) return { answer: 'undecided', ...effectOf(team), confounded_by };
  if (!first.isControl && first.result.max_agents > 1)
    return { answer: 'team', ...effectOf(first), confounded_by };
  const closest = [...weighed.versus].sort((a, b) => b.difference.high - a.difference.high)[0];
  const own = first.isControl ? closest : first.versus;
  return { answer: 'one_agent', ...effectOf({ versus: own }), confounded_by };
}

/**
 * Returns the field `effect`: the difference between a team and its control. Returns no field without a team that was compared.
 */
function effectOf(team: Pick<Contender, 'versus'> | undefined): Pick<Answered, 'effect'> {
  if (!team?.versus) return {};
  const { team: lock, control, comparisons, difference } = team.versus;
  const tests = new Set(comparisons.map(({ pair }) => pair.test!));
  return {
    effect: {
      lock,
      control,
      difference: differenceTexts(difference),
      method: tests.size > 1 ? 'several' : [...tests][0]!,
      cases: difference.cases,
    },
  };
}

/**
 * Lists what else than the organisation may explain differences in fresh evidence, including comparisons that do not count for
 * that reason.
 */
function confoundsIn({ used, exploratory }: Weighed): Confound[] {
  const found = new Set(
    [...used, ...exploratory].flatMap(({ snapshot }) =>
      snapshot.pairs.flatMap(pair => pair.confounded_by ?? []),
    ),
  );
  return confounds.filter(each => found.has(each));
}
