/** A task class: what to begin with and why, what that costs beside a team, and what was found on both sides. */
import { dollarsOf, price } from '#document/effect/money.ts';
import type { Beside, Cost } from '../beside.ts';
import { effectPlots } from '../drawing/effect/plot.ts';
import { bothSides } from '../drawing/effect/summary.ts';
import { type Html, html } from '../html/html.ts';
import { chips, duration, fieldValue, linkTo, prose, row, short, strings } from '../part.ts';
import type { Parts, ShownBody } from './parts.ts';
import { heading } from './team.ts';

/** The meaning of each strength of evidence, in words (docs/tasks.md#9). */
const strengths: Record<string, { tag: string; why: string }> = {
  none: { tag: 'no evidence', why: 'No finding compares the two.' },
  weak: { tag: 'weak evidence', why: 'Weak: no result was measured at an equal budget.' },
  moderate: { tag: 'moderate evidence', why: 'Moderate: a result was measured at an equal budget.' },
  strong: {
    tag: 'strong evidence',
    why: 'Strong: others than the makers measured results at equal budgets.',
  },
};

export function taskParts({ value, beside }: ShownBody): Parts {
  const { decision = {}, effects = [] } = beside;
  const strength = strengths[String(value.strength)];
  const link = (name: string) => typeof value[name] === 'string' && row(name, fieldValue(value[name]));
  return {
    head: html`
      <p class="meta">
        <span class="tag first">begin with ${String(value.default).replaceAll('_', ' ')}</span>
        <span class="tag">${strength?.tag ?? `rests on ${String(value.confidence)}`}</span>
      </p>`,
    before: html`
      ${costTable(decision, value)}
      ${value.verdict !== undefined && html`<p class="intent verdict">${prose(value.verdict)} ${strength?.why}</p>`}
      ${effects.length > 0 && bothSides(effects, 'a team')}
      ${
        effects.length > 0 &&
        html`
        <section>
          <h2 id="Effects">What was measured</h2>
          ${effectPlots(effects, 'a team')}
        </section>`
      }`,
    after: html`
      <section>
        <h2 id="Rests-on">What it rests on</h2>
        <dl class="fields">
          ${link('starter')}
          ${link('control')}
          ${link('team')}
          ${row('sources', chips(strings(value.sources).map(name => `/research/${name}.md`)))}
        </dl>
      </section>`,
    headings: effects.length > 0 ? [heading('Effects', 'What was measured')] : [],
    later: [heading('Rests-on', 'What it rests on')],
    shows: [
      ...['task_class', 'default', 'confidence', 'verdict', 'strength', 'because', 'team', 'findings'],
      ...['team_pays_when', 'team_does_not_pay_when', 'starter', 'control', 'sources'],
    ],
  };
}

/** One agent and a team in tokens, money and minutes. What is not known is said to be unknown. */
function costTable(
  { alone, team }: NonNullable<Beside['decision']>,
  { token_multiple }: Record<string, unknown>,
): Html {
  const { low, high } = Object(token_multiple) as { low?: string; high?: string };
  const found = low === undefined ? 'unknown' : `${low} to ${high} times as many`;
  return html`
    <table class="costs">
      <caption>One run at most, at $${price.input} and $${price.output} per million tokens read and written</caption>
      <thead><tr><th scope="col">who</th><th scope="col">tokens</th><th scope="col">money</th><th scope="col">time</th></tr></thead>
      <tbody>
        ${costRow('one agent', alone, 'unknown')}
        ${costRow('team', team, found)}
      </tbody>
    </table>`;
}

const costRow = (name: string, cost: Cost | undefined, unknown: string): Html =>
  cost
    ? html`
      <tr>
        <th scope="row">${name} <small>${linkTo(cost.path, { [cost.path]: cost.title })}</small></th>
        <td>${short(cost.input + cost.output)}</td><td>$${dollarsOf(cost).toFixed(2)}</td><td>${duration(cost.milliseconds)}</td>
      </tr>`
    : html`<tr><th scope="row">${name}</th><td class="none">${unknown}</td><td class="none">unknown</td><td class="none">unknown</td></tr>`;
