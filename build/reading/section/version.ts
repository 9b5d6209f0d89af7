/** A version of a starter or formation: its budget in figures, its team, when it stops, and what it costs beside its control. */
import { costPicture } from '../evidence.ts';
import { type Html, html } from '../html.ts';
import { readingLink } from '../markdown.ts';
import { chips, duration, linkTo, listOf, prose, short, strings } from '../part.ts';
import type { Parts, ShownBody } from './parts.ts';
import { heading, teamFields, teamOf } from './team.ts';

export function versionParts({ value, beside, figure }: ShownBody): Parts {
  const { titles = {}, costs = [], exports = [], versions = [], artifact } = beside;
  const others = versions.filter(({ path }) => path !== value.path);
  const control = value.control === undefined ? undefined : costs[1];
  return {
    head: html`<p class="meta"><span class="tag">${String(value.version)}</span>${artifact && html`<span class="tag ${artifact.status}">${artifact.status}</span>`}${strings(value.task_classes).map(task => html`<a class="tag task" href="/starters/index.html?task_class=${task}">${task}</a>`)}</p>`,
    before: html`<p class="intent">${prose(value.goal)}</p>
${budgetOf(value)}
${teamOf(value, figure)}
${costs.length > 0 && html`<section><h2 id="cost">What a run may cost</h2>${costPicture(costs)}${control && html`<p>Its control is ${linkTo(control.path, { [control.path]: control.title })}: one agent. Keep the team only if it does better at the same cost.</p>`}</section>`}
<div class="two">${listOf('It stops when', 'stops', value.stop_conditions, 'stop')}${listOf('Checked before a result counts', 'checks', value.checks, 'check')}</div>`,
    after: html`${listOf('Cautions', 'cautions', value.cautions, 'warn')}
<section><h2 id="made-from">Made from</h2><dl class="fields"><div><dt>patterns</dt><dd>${chips(
      strings(value.patterns).map(name => `/patterns/${name}.md`),
      titles,
    )}</dd></div><div><dt>sources</dt><dd>${chips(strings(value.sources).map(name => `/research/${name}.md`))}</dd></div>${value.falsified_if !== undefined && html`<div><dt>not worth its cost if</dt><dd>${prose(value.falsified_if)}</dd></div>`}${others.length > 0 && html`<div><dt>other versions</dt><dd>${others.map(({ path, title }) => html`<a href="${readingLink(path)}">${title}</a> `)}</dd></div>`}</dl></section>
${exports.length > 0 && html`<section><h2 id="use-with">Use it with</h2><ul class="chips">${exports.map(({ path, title }) => html`<li><a href="${readingLink(path)}">${title}</a></li>`)}</ul></section>`}`,
    headings: [
      heading('topology', 'Topology'),
      ...(costs.length > 0 ? [heading('cost', 'What a run may cost')] : []),
      heading('stops', 'It stops when'),
    ],
    later: [
      heading('made-from', 'Made from'),
      ...(exports.length > 0 ? [heading('use-with', 'Use it with')] : []),
    ],
    shows: [
      ...['name', 'publisher', 'version', 'goal', 'task_classes', 'patterns', 'control', 'calls', 'budget'],
      ...['stop_conditions', 'checks', 'falsified_if', 'cautions', 'sources', ...teamFields],
    ],
  };
}

const tiles: { name: string; label: string; write: (value: number) => string }[] = [
  { name: 'input_tokens', label: 'input tokens', write: short },
  { name: 'output_tokens', label: 'output tokens', write: short },
  { name: 'elapsed_milliseconds', label: 'at most', write: duration },
  { name: 'max_agents', label: 'agents at once', write: String },
  { name: 'max_rounds', label: 'rounds', write: String },
];

function budgetOf({ budget, calls }: Record<string, unknown>): Html | undefined {
  if (typeof budget !== 'object' || budget === null) return undefined;
  const held = budget as Record<string, unknown>;
  const shown = tiles.filter(({ name }) => typeof held[name] === 'number');
  return html`<dl class="tiles">${shown.map(({ name, label, write }) => html`<div><dt>${label}</dt><dd>${write(Number(held[name]))}</dd></div>`)}${typeof calls === 'number' && html`<div><dt>model calls</dt><dd>${short(calls)}</dd></div>`}</dl>`;
}
