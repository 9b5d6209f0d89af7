/** The part of a report about a recommendation: the ranking, each comparison with its method and numbers, and what is out and why. */
import type { Comparison, ExclusionCode, Recommendation } from '#build/evaluation/recommendation.ts';
import { type Html, html } from '#build/html/html.ts';
import { prose, short as shortNumber, table } from '#build/reading/part.ts';
import { digestOf, type Names } from './names.ts';
import { chance, percent, plural } from './number.ts';
import { axis, interval, shares } from './plot.ts';
import { type Checked, decisionIn } from './proof.ts';

const headlines: Readonly<Record<Recommendation['decision'], string>> = {
  recommend: 'recommended',
  insufficient_evidence: 'not enough evidence',
  no_eligible_candidate: 'no candidate fits',
};

/** @param id what links within the page call it */
export function decisionPart(document: Checked, names: Names, id: string): Html {
  const decision = decisionIn(document);
  const { ranking, excluded, comparisons, settle } = decision;
  return html`
    <section>
      <h2 id="${id}">Decision for ${names.title(decision.profile)}: ${headlines[decision.decision]}</h2>
      <ul>${decision.reasons.map(reason => html`<li>${prose(names.read(reason))}</li>`)}</ul>
      ${ranking.length > 0 && rankingPart(decision, names)}
      ${comparisons.length > 0 && comparisonsPart(comparisons, decision, names)}
      ${excluded.length > 0 && excludedPart(decision, names)}
      ${settle && settlePart(settle, names)}
      ${snapshotsPart(decision, names)}
      <p class="fine">Document ${digestOf(document.digest)}. Its rules: <code>/docs/recommendations.md</code> of the catalog.</p>
    </section>`;
}

const tag = (text: string): Html => html`<span class="tag">${text}</span>`;

function rankingPart({ ranking, inseparable }: Recommendation, names: Names): Html {
  const rows = ranking.map(
    ({ lock, pass_rate, low, high, tokens_per_pass, control, p_beats_control }, at) => [
      html`${at + 1}. ${names.show(lock)} ${control && tag('control')}
        ${inseparable.includes(lock) && tag('not told from the first')}`,
      interval(Number(pass_rate), Number(low), Number(high), shares, control ? 'control' : ''),
      html`<strong>${percent(pass_rate)}</strong>`,
      `${percent(low)} to ${percent(high)}`,
      tokens_per_pass === undefined ? 'unknown' : shortNumber(tokens_per_pass),
      p_beats_control === undefined ? '' : chance(p_beats_control),
    ],
  );
  return html`
    <h3>Candidates that meet the workload, best first</h3>
    ${table(['candidate', axis(shares), 'passed', '95 % interval', 'tokens per passed case', 'p against the control'], rows)}
    <p class="fine">Ranked by the lower end of the interval, then by tokens per passed case.</p>`;
}

function comparisonsPart(
  comparisons: readonly Comparison[],
  { error_rate }: Recommendation,
  names: Names,
): Html {
  const rows = comparisons.map(({ lock, control, evaluations, p, p_adjusted }) => [
    html`${names.show(lock)} against ${names.show(control)}`,
    html`${evaluations.map(
      ({ snapshot, wins, ties, losses }) =>
        html`<span class="line">${digestOf(snapshot)}: ${wins} / ${ties} / ${losses}</span>`,
    )}`,
    chance(p),
    html`<strong>${chance(p_adjusted)}</strong>`,
    Number(p_adjusted) <= Number(error_rate) ? 'yes' : 'no',
  ]);
  return html`
    <h3>Does a team beat its control?</h3>
    ${table(['comparison', 'evidence: won / tied / lost', 'p', 'p, adjusted', `below ${percent(error_rate)}`], rows)}
    <p class="fine">p is the chance of such evidence if the team were no better: of each evaluation by its own test, within what it may spend. It is adjusted for all comparisons that were started,
      so the error rate holds for all of them together.</p>`;
}

const objections: Readonly<Record<ExclusionCode, string>> = {
  not_active: 'no longer active',
  too_many_agents: 'too many agents',
  too_many_tokens: 'too many tokens',
  tokens_unknown: 'tokens unknown',
  too_slow: 'too slow',
  elapsed_unknown: 'time unknown',
  pass_rate_too_low: 'passes too rarely',
  pass_rate_uncertain: 'may pass too rarely',
  does_not_beat_control: 'not shown to beat the control',
  control_does_as_well: 'the control does as well',
  loses_to_control: 'passes less often than a control',
  sensitivity: 'depends on what is missing',
  late_profile: 'the profile was written after the results, and excludes the control',
  confounded: 'compared with something that differs in more than the organisation',
};

function excludedPart({ excluded }: Recommendation, names: Names): Html {
  const rows = excluded.map(({ lock, reasons }) => [
    names.show(lock),
    html`${reasons.map(({ code, detail }) => html`<p><strong>${objections[code]}</strong>: ${names.read(detail)}</p>`)}`,
  ]);
  return html`<h3>What is out, and why</h3>${table(['candidate', 'what is against it'], rows)}`;
}

function settlePart(settle: NonNullable<Recommendation['settle']>, names: Names): Html {
  const { cases, repetitions, runs, detects_gain, power, locks } = settle;
  const times = repetitions > 1 ? `, ${repetitions} times each` : '';
  return html`
    <h3>What would settle it</h3>
    <p>An evaluation of ${plural(cases, 'case')}${times}: ${plural(runs, 'run')} in all.
      If a team really passes ${percent(detects_gain)} more of the cases, the chance of finding that is ${percent(power)}.</p>
    ${locks.length > 0 && html`<p>It compares ${locks.map((lock, at) => html`${at > 0 && ', '}${names.show(lock)}`)}.</p>`}`;
}

const uses: Readonly<Record<Recommendation['snapshots'][number]['use'], string>> = {
  used: 'counted',
  exploratory: 'not counted: it is exploratory',
  stale: 'not counted: older than 180 days',
};

function snapshotsPart({ snapshots, valid_until }: Recommendation, names: Names): Html {
  if (snapshots.length === 0) return html`<p>There is no evidence for this class of tasks yet.</p>`;
  const rows = snapshots.map(({ digest, use, imported_runs }) => [
    html`${names.title(digest)} ${digestOf(digest)}`,
    imported_runs === undefined ? uses[use] : `${uses[use]}; ${plural(imported_runs, 'run')} imported`,
  ]);
  return html`
    <h3>The evidence it rests on</h3>
    ${table(['snapshot', 'use'], rows)}
    ${valid_until !== undefined && html`<p>It is valid until ${valid_until.slice(0, 10)}, when the first of them becomes stale.</p>`}`;
}
