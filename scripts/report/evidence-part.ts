/** The part of a report about one evaluation: how often each lock passed, what it cost, and which did better on the same cases. */
import type { EvidenceSnapshot, LockResult, PairResult } from '#build/evaluation/evidence-snapshot.ts';
import { type Html, html } from '#build/html/html.ts';
import { duration, short as shortNumber, table } from '#build/reading/part.ts';
import { digestOf, type Names } from './names.ts';
import { chance, percent, plural, points } from './number.ts';
import { axis, frontier, interval, type Point, scaleAround, shares, split } from './plot.ts';
import { type Checked, evidenceIn } from './proof.ts';

/** @param id what links within the page call it */
export function evidencePart(document: Checked, names: Names, id: string): Html {
  const evidence = evidenceIn(document);
  return html`
    <section>
      <h2 id="${id}">Evidence: ${evidence.task_class}, ${evidence.completed_at.slice(0, 10)}</h2>
      ${factsOf(evidence, names)}
      <h3>How often each passed</h3>
      ${ratesOf(evidence, names)}
      ${evidence.pairs.length > 0 && pairsPart(evidence, names)}
      ${costPart(evidence, names)}
      ${notesOf(evidence)}
      <p class="fine">Document ${digestOf(document.digest)}, plan ${digestOf(evidence.plan)}.</p>
    </section>`;
}

function factsOf(evidence: EvidenceSnapshot, names: Names): Html {
  const { cases, repetitions, suite, grade, control, method } = evidence;
  const runs = evidence.results.reduce((sum, each) => sum + each.runs, 0);
  const early = method?.stopping === 'anytime';
  const saved =
    method && method.runs_saved > 0 ? ` It ended early and saved ${plural(method.runs_saved, 'run')}.` : '';
  return html`
    <p>${plural(evidence.results.length, 'lock')} on ${plural(cases, 'case')} of the suite ${names.title(suite)},${' '}
      ${repetitions === 1 ? 'once each' : `${repetitions} times each`}: ${plural(runs, 'run')}.${' '}
      ${early ? 'The evaluation might end early, and its method allows for that.' : 'Its size was fixed before the first run.'}${saved}${' '}
      ${grade === 'exploratory' ? html`<strong>It is exploratory: it had no fair control, so it supports no recommendation.</strong>` : ''}${' '}
      ${control !== undefined && html`The control is ${names.say(control)}.`}
      ${evidence.intervention !== undefined && html` What differs between the locks: ${evidence.intervention}.`}</p>`;
}

function ratesOf({ results, control }: EvidenceSnapshot, names: Names): Html {
  const rows = results.map(result => [
    html`${names.show(result.lock)}${result.lock === control && html` <span class="tag">control</span>`}`,
    interval(
      Number(result.pass_rate),
      Number(result.effective_low),
      Number(result.effective_high),
      shares,
      result.lock === control ? 'control' : '',
    ),
    html`<strong>${percent(result.pass_rate)}</strong>`,
    `${percent(result.effective_low)} to ${percent(result.effective_high)}`,
    html`${result.passes} of ${result.runs}${othersOf(result)}`,
  ]);
  return html`
    ${table(['lock', axis(shares), 'passed', '95 % interval', 'runs'], rows)}
    <p class="fine">The interval (Wilson) counts repetitions of one case as what they are worth as independent runs.</p>`;
}

/** What did not pass, in words, where it was more than a plain fail. */
function othersOf({ partials, errors, lost }: LockResult): string {
  const parts = [
    partials > 0 && `${partials} in part`,
    errors > 0 && plural(errors, 'error'),
    lost > 0 && `${lost} lost`,
  ].filter(Boolean);
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}

function pairsPart(evidence: EvidenceSnapshot, names: Names): Html {
  const { pairs, method, control } = evidence;
  const unit = method?.unit === 'cluster' ? 'clusters' : 'cases';
  const scale = scaleAround(pairs.flatMap(({ difference }) => (difference ?? []).map(Number)));
  const against = pairs.filter(({ second }) => second === control);
  const others = pairs.filter(({ second }) => second !== control);
  const head = `${unit} won / tied / lost`;
  const withControl = against.map(pair => [
    names.show(pair.first),
    pair.difference ? interval(...triple(pair.difference), scale) : '',
    pair.difference ? differenceOf(pair.difference) : 'not stated',
    splitOf(pair),
    chance(pair.p_two_sided),
  ]);
  const amongTeams = others.map(pair => [
    html`${names.show(pair.first)} against ${names.show(pair.second)}`,
    splitOf(pair),
    chance(pair.p_two_sided),
  ]);
  return html`
    <h3>On the same ${unit}</h3>
    ${
      control !== undefined &&
      withControl.length > 0 &&
      table([`against ${names.say(control)}`, axis(scale), 'points (95 %)', head, 'p'], withControl)
    }
    ${amongTeams.length > 0 && table(['pair', head, 'p'], amongTeams)}
    <p class="fine">p is the exact sign test, two-sided: the chance of a split at least as uneven if both did equally well. Ties are not tested.</p>`;
}

const splitOf = ({ wins, ties, losses }: PairResult): Html =>
  html`${split(wins, ties, losses)}<span class="fine">${wins} / ${ties} / ${losses}</span>`;

const triple = (values: readonly string[]) => values.map(Number) as [number, number, number];

const differenceOf = ([value = '', low = '', high = '']: readonly string[]): Html =>
  html`<strong>${points(value)}</strong> (${points(low)} to ${points(high)})`;

function ratioOf(ratio: PairResult['tokens_ratio']): string {
  if (!ratio) return '';
  const [value, low, high] = ratio.map(each => Number(Number(each).toPrecision(3)));
  return `×${value} (${low} to ${high})`;
}

/** The mean tokens of a run; undefined where some are unknown or nothing passed. */
function tokensPerRun({ tokens_per_pass, passes, runs }: LockResult): number | undefined {
  return tokens_per_pass === undefined || runs === 0 ? undefined : (tokens_per_pass * passes) / runs;
}

const costHeads = [
  ...['lock', 'tokens per run', 'tokens per passed case', 'tokens against the control'],
  ...['95 % of runs at most', 'median time', 'beaten in both'],
];

function costPart({ results, pairs, control, pareto = [] }: EvidenceSnapshot, names: Names): Html {
  const known = results.flatMap((result): Point[] => {
    const tokens = tokensPerRun(result);
    if (tokens === undefined) return [];
    const [rate, low, high] = triple([result.pass_rate, result.effective_low, result.effective_high]);
    return [{ name: names.say(result.lock), tokens, rate, low, high, isBest: pareto.includes(result.lock) }];
  });
  const rows = results.map(result => {
    const tokens = tokensPerRun(result);
    return [
      names.show(result.lock),
      tokens === undefined ? 'unknown' : shortNumber(Math.round(tokens)),
      result.tokens_per_pass === undefined ? 'unknown' : shortNumber(result.tokens_per_pass),
      ratioOf(pairs.find(({ first, second }) => first === result.lock && second === control)?.tokens_ratio),
      result.tokens_p95 === undefined ? 'unknown' : shortNumber(result.tokens_p95),
      result.elapsed_median_milliseconds === undefined
        ? 'unknown'
        : duration(result.elapsed_median_milliseconds),
      pareto.length === 0
        ? 'not stated'
        : pareto.includes(result.lock)
          ? 'no'
          : tokens === undefined
            ? 'unknown'
            : 'yes',
    ];
  });
  return html`
    <h3>What it costs</h3>
    ${
      known.length > 1 &&
      html`
      <figure>
        <div class="scroll" tabindex="0" role="group" aria-label="Cost against pass rate">${frontier(known, each => shortNumber(Math.round(each)))}</div>
        <figcaption>Up is better, left is cheaper. No other lock beats a filled one in both. The line is a 95 % interval.</figcaption>
      </figure>`
    }
    ${table(costHeads, rows)}`;
}

function notesOf(evidence: EvidenceSnapshot): Html {
  const { items, suite_uses_before, runners, stale_at, runner_credentials, imported } = evidence;
  const notes = [
    ...(evidence.grade_reasons ?? []),
    imported &&
      `${plural(imported.runs, 'run')} were imported. That the first began at ${imported.first_started_at} is a claim of who imported them.`,
    items &&
      `Of the cases, ${items.all_passed} were passed by every lock in every run and ${items.none_passed} by none.`,
    items && `${items.discriminating} tell locks apart; ${items.flipped} changed between repetitions.`,
    suite_uses_before > 0 &&
      `The suite was used by ${plural(suite_uses_before, 'earlier evaluation')}: a lock that was tuned on it looks better than it is.`,
    runners &&
      `The figures were submitted by ${plural(runner_credentials ?? runners.length, 'runner credential')}: ${runners
        .map(({ credential, runs }) => `${credential} (${plural(runs, 'run')})`)
        .join(', ')}. Whoever holds them could have made the figures up.`,
    `It supports no recommendation from ${stale_at.slice(0, 10)} on.`,
  ].filter(Boolean);
  return html`<h3>Limits</h3><ul>${notes.map(note => html`<li>${String(note)}</li>`)}</ul>`;
}
