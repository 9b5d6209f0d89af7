/** A version of a starter or formation: its caps in figures, its team, when it stops, and its control. */

import type { Beside, Link } from '../beside.ts';
import { type Html, html } from '../html/html.ts';
import { readingLink } from '../html/markdown.ts';
import {
  chips,
  duration,
  jsonOf,
  linkTo,
  listOf,
  prose,
  row,
  short,
  startersLink,
  strings,
} from '../part.ts';
import { isUsable, usePanel } from '../use.ts';
import type { Parts, ShownBody } from './parts.ts';
import { heading, teamFields, teamOf } from './team.ts';

export function versionParts({ value, beside, figure, baseUrl }: ShownBody): Parts {
  const { control, exports = [] } = beside;
  return {
    head: tagsOf(value, beside),
    before: html`
      ${usePanel(value, exports, baseUrl)}
      <p class="intent">${prose(value.goal)}</p>
      ${verdictsOf(beside)}
      ${budgetOf(value)}
      ${teamOf(value, figure)}
      ${artifactsOf(value)}
      ${control && controlOf(control)}
      <div class="two">
        ${listOf('It stops when', 'Stops', value.stop_conditions, 'stop')}
        ${listOf('Checked before a result counts', 'Checks', value.checks, 'check')}
      </div>`,
    after: html`
      ${listOf('Cautions', 'Cautions', value.cautions, 'warn')}
      ${originPart(value, beside)}
      ${exports.length > 0 && !isUsable(exports) && exportsPart(exports)}`,
    headings: [
      ...(isUsable(exports) ? [heading('Use-it', 'Use it')] : []),
      ...(beside.tasks ? [heading('Verdicts', 'Is a team worth it?')] : []),
      heading('Topology', 'Topology'),
      ...(Array.isArray(value.artifacts) ? [heading('Artifacts', 'What the roles write')] : []),
      heading('Stops', 'It stops when'),
    ],
    later: [
      heading('Made-from', 'Made from'),
      ...(exports.length > 0 && !isUsable(exports) ? [heading('Use-with', 'Use it with')] : []),
    ],
    shows: [
      ...['name', 'publisher', 'version', 'goal', 'task_classes', 'patterns', 'control', 'calls', 'budget'],
      ...[
        'stop_conditions',
        'checks',
        'falsified_if',
        'cautions',
        'sources',
        'artifacts',
        'outputs',
        ...teamFields,
      ],
    ],
  };
}

function tagsOf(value: Record<string, unknown>, beside: Beside): Html {
  const { artifact } = beside;
  const tasks = strings(value.task_classes).map(
    task => html`<a class="tag task" href="${startersLink(task, beside)}">${task}</a>`,
  );
  return html`
    <p class="meta">
      <span class="tag">${String(value.version)}</span>
      ${artifact && html`<span class="tag ${artifact.status}">${artifact.status}</span>`}
      ${tasks}
    </p>`;
}

/** The verdict on each of its tasks: whether a team is worth it there at all. */
const verdictsOf = ({ tasks = [] }: Beside): Html | undefined =>
  tasks.length === 0
    ? undefined
    : html`
      <section>
        <h2 id="Verdicts">Is a team worth it for this task?</h2>
        ${tasks.map(
          ({ path, title, verdict }) => html`<p>${linkTo(path, { [path]: title })}: ${prose(verdict)}</p>`,
        )}
      </section>`;

/** The one agent to compare a team with. Their caps say nothing of what they cost, so they are not compared. */
const controlOf = ({ path, title }: Link): Html =>
  html`<p>Its control is ${linkTo(path, { [path]: title })}, one agent. Keep the team only if it does better at the same cost.</p>`;

function originPart(value: Record<string, unknown>, { titles, versions = [] }: Beside): Html {
  const patterns = strings(value.patterns).map(name => `/patterns/${name}.md`);
  const sources = strings(value.sources).map(name => `/research/${name}.md`);
  const others = versions.filter(({ path }) => path !== value.path);
  const names = Object.fromEntries(others.map(({ path, title }) => [path, title]));
  return html`
    <section>
      <h2 id="Made-from">Made from</h2>
      <dl class="fields">
        ${row('patterns', chips(patterns, titles))}
        ${row('sources', chips(sources))}
        ${value.falsified_if !== undefined && row('not worth its cost if', prose(value.falsified_if))}
        ${
          others.length > 0 &&
          row(
            'other versions',
            chips(
              others.map(({ path }) => path),
              names,
            ),
          )
        }
      </dl>
    </section>`;
}

const exportsPart = (exports: NonNullable<Beside['exports']>): Html => html`
  <section>
    <h2 id="Use-with">Use it with</h2>
    <ul class="chips">${exports.map(({ path, title }) => html`<li><a href="${readingLink(path)}">${title}</a></li>`)}</ul>
  </section>`;

interface Artifact {
  id: string;
  description: string;
  format: string;
  headings?: string[];
  json_schema?: unknown;
}

/** Shows the works that roles write for each other as cards, each with its form; undefined where the version lists none. */
function artifactsOf({ artifacts, outputs }: Record<string, unknown>): Html | undefined {
  if (!Array.isArray(artifacts)) return undefined;
  const cards = (artifacts as Artifact[]).map(
    ({ id, description, format, headings = [], json_schema }) => html`
    <div class="card">
      <h3><code>${id}</code></h3>
      <p>${prose(description)}</p>
      ${headings.length > 0 && html`<p class="tags">${headings.map(each => html`<span>${each}</span>`)}</p>`}
      ${
        json_schema === undefined
          ? headings.length === 0 && html`<p class="tags"><span>${format}</span></p>`
          : html`<details class="words"><summary>JSON Schema</summary>${jsonOf(json_schema)}</details>`
      }
    </div>`,
  );
  return html`
    <section>
      <h2 id="Artifacts">What the roles write</h2>
      <div class="cards">${cards}</div>
      ${Array.isArray(outputs) && outputsOf(outputs as { artifact: string; when?: string }[])}
    </section>`;
}

const outputsOf = (outputs: readonly { artifact: string; when?: string }[]): Html => html`
  <h3>What a run gives</h3>
  <ul>${outputs.map(
    ({ artifact, when }) => html`
    <li><code>${artifact}</code>${when !== undefined && html`, when ${prose(when)}`}</li>`,
  )}</ul>`;

const tiles: { name: string; label: string; write: (value: number) => string }[] = [
  { name: 'input_tokens', label: 'input tokens', write: short },
  { name: 'output_tokens', label: 'output tokens', write: short },
  { name: 'calls', label: 'model calls', write: short },
  { name: 'elapsed_milliseconds', label: 'time', write: duration },
  { name: 'max_agents', label: 'agents at once', write: String },
  { name: 'max_rounds', label: 'rounds', write: String },
];

function budgetOf({ budget, calls }: Record<string, unknown>): Html | undefined {
  if (typeof budget !== 'object' || budget === null) return undefined;
  const held: Record<string, unknown> = { ...budget, calls };
  const shown = tiles.filter(({ name }) => typeof held[name] === 'number');
  return html`
    <p class="over">One run may spend at most</p>
    <dl class="tiles">${shown.map(({ name, label, write }) => {
      return html`<div><dt>${label}</dt><dd>${write(Number(held[name]))}</dd></div>`;
    })}</dl>`;
}
