/**
 * The page of a task class: what to begin with and why, what was measured of a team against one agent, and,
 * apart from that, caps and other findings.
 */
import { dollarsOf, priceList, priceWords } from '#document/effect/money.ts';
import { sentenceOf } from '#document/effect/sentence.ts';
import type { Beside } from '../beside.ts';
import { effectPlots } from '../drawing/effect/plot.ts';
import type { EffectRow } from '../drawing/effect/row.ts';
import { type Html, html } from '../html/html.ts';
import { chips, duration, linkTo, prose, row, short, strings, table } from '../part.ts';
import type { Parts, ShownBody } from './parts.ts';
import { heading } from './team.ts';

/** The meaning of each strength of evidence, in words (docs/tasks.md#8). */
const strengths: Record<string, { tag: string; why: string }> = {
  none: { tag: 'no evidence', why: '' },
  weak: {
    tag: 'weak evidence',
    why: 'The evidence is weak because no result was measured with the same budget for both.',
  },
  moderate: {
    tag: 'moderate evidence',
    why: 'The evidence is moderate because a result was measured with the same budget for both.',
  },
  strong: {
    tag: 'strong evidence',
    why: 'The evidence is strong because people other than the authors measured results with the same budget.',
  },
};

/** Renders the tags of a task: what to begin with, and how strong the evidence is. */
export const decisionTags = (value: Record<string, unknown>): Html => html`
  <p class="meta">
    <span class="tag first">begin with ${String(value.default).replaceAll('_', ' ')}</span>
    <span class="tag">${strengths[String(value.strength)]?.tag ?? `rests on ${String(value.confidence)}`}</span>
  </p>`;

/**
 * Renders the verdict on a task, followed by the reason why its evidence is as strong as it is.
 * @param rows the findings whose numbers the verdict states; each number links to its finding
 */
export const verdictText = (
  { verdict, strength }: Record<string, unknown>,
  rows: readonly EffectRow[],
): Html =>
  html`<p class="intent verdict">${withSources(String(verdict), rows)} ${strengths[String(strength)]?.why}</p>`;

/** The first number of a sentence, with its unit. */
const firstNumber = /\d[\d.,]*(?: (?:points|%|times))?/;

/** Renders a text in which the number of each sentence on a finding is a link to that finding. */
function withSources(text: string, rows: readonly EffectRow[]): Html {
  const found = rows
    .flatMap(({ name, href, points }) => points.map(point => ({ name, href, sentence: sentenceOf(point) })))
    .find(({ sentence }) => text.includes(sentence) && firstNumber.test(sentence));
  if (!found) return prose(text);
  const at = text.indexOf(found.sentence) + found.sentence.search(firstNumber);
  const [number] = firstNumber.exec(found.sentence)!;
  const link = html`<a href="${found.href}" title="${found.name}">${number}</a>`;
  return html`${withSources(text.slice(0, at), rows)}${link}${withSources(text.slice(at + number.length), rows)}`;
}

export function taskParts({ value, beside }: ShownBody): Parts {
  const { decision = { samples: [], context: [] }, effects = [] } = beside;
  const { starter, control } = value;
  return {
    head: decisionTags(value),
    isLed: true,
    before: html`
      ${value.verdict !== undefined && verdictText(value, [...effects, ...decision.samples])}
      ${plotsOf(effects, 'Effects', 'A team against one agent', 'a team')}
      ${plotsOf(decision.samples, 'Samples', 'More samples of one agent', 'more samples')}`,
    after: html`
      ${capTable(decision)}
      ${plotsOf(decision.context, 'Context', 'Other results, which do not compare a team with one agent', 'what was tested')}
      <section>
        <h2 id="Rests-on">What it rests on</h2>
        <dl class="fields">
          ${versionRow(starter !== undefined && starter === control ? 'starter and control' : 'starter', starter)}
          ${starter !== control && versionRow('control', control)}
          ${versionRow('team', value.team)}
          ${beside.parts.includes('verdicts') && row('verdict', html`<a href="/docs/tasks.html#7">how it follows from findings</a>`)}
          ${row('sources', chips(strings(value.sources).map(name => `/research/${name}.md`)))}
        </dl>
      </section>`,
    headings: effects.length > 0 ? [heading('Effects', 'A team against one agent')] : [],
    later: [heading('Rests-on', 'What it rests on')],
    shows: [
      ...['task_class', 'default', 'confidence', 'verdict', 'strength', 'because', 'team', 'findings'],
      ...['team_pays_when', 'team_does_not_pay_when', 'starter', 'control', 'sources'],
    ],
  };
}

/** Renders the row of a version that a task names, with its name and number; undefined if the task names none. */
function versionRow(name: string, path: unknown): Html | undefined {
  const [, , slug, version] = String(path).replace(/\.md$/, '').split('/');
  return version === undefined
    ? undefined
    : row(name, linkTo(String(path), { [String(path)]: `${slug} ${version}` }));
}

/** Renders the caps that the files of one agent and of a team enforce; undefined if the task has neither. Caps are not costs. */
function capTable({ alone, team }: NonNullable<Beside['decision']>): Html | undefined {
  const versions = [alone, team].flatMap(version => version ?? []);
  if (versions.length === 0) return undefined;
  return html`
    <section>
      <h2 id="Caps">Caps that the files enforce</h2>
      <p>A cap ends a run. It does not say what a run will cost. ${priceWords}${' '}
        (<a href="${priceList.address}">list</a>, read on ${priceList.read_on}).</p>
      ${table(
        ['version', 'tokens', 'money', 'time'],
        versions.map(version => [
          linkTo(version.path, { [version.path]: version.title }),
          short(version.input + version.output),
          `$${dollarsOf(version).toFixed(2)}`,
          duration(version.milliseconds),
        ]),
      )}
    </section>`;
}

/** Renders plots under a heading of their own; undefined if there are no rows. */
const plotsOf = (rows: readonly EffectRow[], id: string, title: string, what: string): Html | undefined =>
  rows.length > 0
    ? html`<section><h2 id="${id}">${title}</h2>${effectPlots(rows, what)}</section>`
    : undefined;
