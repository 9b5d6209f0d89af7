/**
 * The page of a version of a starter or formation: when to keep the team, its drawing, how to install
 * it, its caps, its roles, and when it stops.
 */

import { whenText } from '#document/team/work.ts';
import { listed } from '#document/text/plain-text.ts';
import type { Beside } from '../beside.ts';
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
  const { exports = [] } = beside;
  return {
    head: html`${choiceOf(beside)}${tagsOf(value, beside)}`,
    before: html`
      <div class="team">
        ${figure && html`<h2 id="Topology">Topology</h2>${figure}`}
        ${usePanel(value, exports, baseUrl)}
        ${capsOf(value)}
        ${teamOf(value)}
      </div>
      ${artifactsOf(value)}
      <div class="two">
        ${listOf('It stops when', 'Stops', value.stop_conditions, 'stop')}
        ${listOf('Checked before a result counts', 'Checks', value.checks, 'check')}
      </div>`,
    after: html`
      ${listOf('Cautions', 'Cautions', value.cautions, 'warn')}
      ${originPart(value, beside)}
      ${exports.length > 0 && !isUsable(exports) && exportsPart(exports)}`,
    headings: [
      ...(figure ? [heading('Topology', 'Topology')] : []),
      ...(isUsable(exports) ? [heading('Use-it', 'Use it')] : []),
      heading('Roles', 'Roles'),
      ...(Array.isArray(value.artifacts) ? [heading('Artifacts', 'What the roles write')] : []),
      heading('Stops', 'It stops when'),
    ],
    later: [
      heading('Made-from', 'Made for, and from'),
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

/**
 * Renders when to keep a team: the advice on each of its tasks, and the control that it must beat; undefined if there is neither.
 */
function choiceOf({ tasks = [], control }: Beside): Html | undefined {
  if (tasks.length === 0 && !control) return undefined;
  const advice = tasks.map(
    ({ path, title, verdict }) => html`${linkTo(path, { [path]: title })}: ${prose(firstSentence(verdict))} `,
  );
  const beaten =
    control &&
    html`Keep the team only if it does better than its control, ${linkTo(control.path, { [control.path]: control.title })}, at the same cost.`;
  return html`<p class="intent">${advice}${beaten}</p>`;
}

const firstSentence = (text: string): string => text.split(/(?<=\.) /, 1)[0]!;

function originPart(value: Record<string, unknown>, { titles, versions = [] }: Beside): Html {
  const patterns = strings(value.patterns).map(name => `/patterns/${name}.md`);
  const sources = strings(value.sources).map(name => `/research/${name}.md`);
  const others = versions.filter(({ path }) => path !== value.path);
  const names = Object.fromEntries(others.map(({ path, title }) => [path, title]));
  return html`
    <section>
      <h2 id="Made-from">Made for, and from</h2>
      <dl class="fields">
        ${row('goal', prose(value.goal))}
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

/** Renders the works that roles write for each other as cards, with the form of each; undefined if the version lists none. */
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
          : html`<details class="words"><summary>JSON Schema<span class="hidden"> of ${id}</span></summary>${jsonOf(json_schema)}</details>`
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
    <li><code>${artifact}</code>${when !== undefined && when !== 'always' && html`, ${prose(whenText(when))}`}</li>`,
  )}</ul>`;

const caps: { name: string; label: string; write: (value: number) => string }[] = [
  { name: 'input_tokens', label: ' input tokens', write: short },
  { name: 'output_tokens', label: ' output tokens', write: short },
  { name: 'calls', label: ' model calls', write: short },
  { name: 'elapsed_milliseconds', label: '', write: duration },
  { name: 'max_agents', label: ' agents at once', write: String },
  { name: 'max_rounds', label: ' rounds', write: String },
];

/** Renders the caps of a run in one line; undefined without a budget. Caps do not say what a run costs. */
function capsOf({ budget, calls }: Record<string, unknown>): Html | undefined {
  if (typeof budget !== 'object' || budget === null) return undefined;
  const amounts: Record<string, unknown> = { ...budget, calls };
  const shown = caps
    .filter(({ name }) => typeof amounts[name] === 'number')
    .map(({ name, label, write }) => `${write(Number(amounts[name]))}${label}`);
  return html`<p class="caps">One run uses at most ${listed(shown)}.</p>`;
}
