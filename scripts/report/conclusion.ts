/** The conclusion of a report in plain sentences, before everything that it rests on. */
import type { EvidenceSnapshot } from '#build/evaluation/evidence-snapshot.ts';
import type { Recommendation } from '#build/evaluation/recommendation.ts';
import { short as shortNumber } from '#build/reading/part.ts';
import type { Names } from './names.ts';
import { chance, listed, percent, plural, points } from './number.ts';
import { type Checked, decisionIn, evidenceIn, jobIn } from './proof.ts';

interface Conclusion {
  headline: string;
  sentences: string[];
}

/** One for each recommendation; without any, one for each evidence, or else for each job. */
export function conclusionsOf(documents: readonly Checked[], names: Names): Conclusion[] {
  const of = (kind: string) => documents.filter(each => each.kind === kind);
  const decisions = of('recommendation').map(each => ofDecision(decisionIn(each), names));
  if (decisions.length > 0) return decisions;
  const evidence = of('evidence_snapshot').map(each => ofEvidence(evidenceIn(each), names));
  if (evidence.length > 0) return evidence;
  return of('evaluation_job').map(each => {
    const { state, runs, runs_used } = jobIn(each);
    return {
      headline: 'There is no evidence yet.',
      sentences: [
        `The evaluation is ${state.replace('_', ' ')}: ${runs_used} of ${plural(runs, 'run')} are done.`,
      ],
    };
  });
}

function ofDecision(decision: Recommendation, names: Names): Conclusion {
  if (decision.decision === 'no_eligible_candidate')
    return {
      headline: `None of the ${plural(decision.excluded.length, 'evaluated candidate')} fits this workload.`,
      sentences: ['More runs would not change that. The table below says what is against each.'],
    };
  if (decision.decision === 'insufficient_evidence' || !decision.recommended)
    return { headline: 'There is not enough evidence to decide.', sentences: settleWords(decision) };
  const { recommended, one_agent, ranking } = decision;
  const who = names.say(recommended);
  return {
    headline: one_agent ? `Use one agent: ${who}.` : `Use the team: ${who}.`,
    sentences: [
      ...rateWords(ranking[0]),
      ...(one_agent ? againstTeams(decision) : againstControl(decision, names)),
      ...priceWords(ranking),
    ],
  };
}

const rateWords = (first: Recommendation['ranking'][number] | undefined): string[] =>
  first
    ? [
        `It passed ${percent(first.pass_rate)} of its runs.`,
        `Its true rate is between ${percent(first.low)} and ${percent(first.high)}, with ${percent('0.95')} confidence.`,
      ]
    : [];

function againstControl(
  { comparisons = [], recommended, error_rate }: Recommendation,
  names: Names,
): string[] {
  const own = comparisons.find(({ lock }) => lock === recommended);
  if (!own) return [];
  const [wins, losses] = (['wins', 'losses'] as const).map(side =>
    own.evaluations.reduce((sum, each) => sum + each[side], 0),
  );
  return [
    `On the same cases it did better than the control (${names.say(own.control)}) ${wins} times and worse ${losses} times.`,
    `If it were no better, such evidence would come up in at most ${chance(own.p_adjusted)} of evaluations; the limit is ${percent(error_rate)}.`,
  ];
}

function againstTeams({ ranking, excluded }: Recommendation): string[] {
  const unproved = excluded.filter(({ reasons }) =>
    reasons.some(({ code }) => code === 'does_not_beat_control'),
  );
  if (ranking.some(({ control }) => !control) || unproved.length === 0) return [];
  return [`No team is shown to do better: ${plural(unproved.length, 'team')} did not beat it for certain.`];
}

/** What a passed case costs with the recommended lock and with the control, where both are in the ranking. */
function priceWords(ranking: Recommendation['ranking']): string[] {
  const [first] = ranking;
  const control = ranking.find(each => each.control);
  if (!first?.tokens_per_pass || !control?.tokens_per_pass || control.lock === first.lock) return [];
  const [own, other] = [first, control].map(each => shortNumber(each.tokens_per_pass!));
  const ratio = Number((first.tokens_per_pass / control.tokens_per_pass).toPrecision(2));
  return [
    `A passed case takes ${own} tokens with it and ${other} with the control, ${ratio} times as many.`,
    'Whether the gain is worth that is yours to decide.',
  ];
}

function settleWords({ settle, snapshots }: Recommendation): string[] {
  const why =
    snapshots.length === 0
      ? 'Nothing was evaluated for this class of tasks.'
      : 'No candidate is proved, and some may do.';
  if (!settle) return [why];
  return [
    why,
    `An evaluation of ${plural(settle.cases, 'case')} (${plural(settle.runs, 'run')}) would settle it with a chance of ${percent(settle.power)}.`,
  ];
}

function ofEvidence(evidence: EvidenceSnapshot, names: Names): Conclusion {
  const { pairs, control, task_class, grade } = evidence;
  const own = pairs.filter(({ second }) => second === control);
  const better = own.filter(({ difference }) => difference && Number(difference[1]) > 0);
  const worse = own.filter(({ difference }) => difference && Number(difference[2]) < 0);
  const said = (list: typeof own) => listed(list.map(({ first }) => names.say(first)));
  const headline =
    grade === 'exploratory' || !control
      ? 'This evidence has no fair control: it does not say whether a team pays.'
      : better.length > 0
        ? `${said(better)} passed more often than ${names.say(control)}.`
        : worse.length === own.length && own.length > 0
          ? `${names.say(control)} passed more often than ${said(worse)}.`
          : `No team is shown to pass more often than ${names.say(control)}.`;
  const sentences = own.flatMap(({ first, difference, wins, losses, ties }) => {
    if (!difference) return [];
    const [value = '', low = '', high = ''] = difference;
    const interval = `${percent('0.95')}: ${points(low)} to ${points(high)}`;
    const cases = `it won ${wins} cases, lost ${losses} and tied ${ties}`;
    return [`${names.say(first)}: ${points(value)} points (${interval}); ${cases}.`];
  });
  return { headline, sentences: [`Tasks: ${task_class}.`, ...sentences] };
}
