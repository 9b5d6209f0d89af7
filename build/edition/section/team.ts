/**
 * The parts that the pages of patterns, starters and formations share: the steps of one run, and the roles of the team as cards.
 */
import { performerName } from '../drawing/drawing.ts';
import { stepsOf } from '../drawing/step.ts';
import { countOf, performerOf, type Topology, topologyIn } from '../drawing/topology.ts';
import { type Html, html } from '../html/html.ts';
import type { Heading } from '../html/markdown.ts';
import { prose, row, strings } from '../part.ts';

export const heading = (id: string, text: string): Heading => ({ depth: 2, id, text });

/** The fields that `teamOf` shows. */
export const teamFields = ['roles', 'edges', 'entry_role', 'loops'];

/** Renders the steps of one run, and a card for each role; undefined if the fields have no topology. */
export function teamOf(value: Record<string, unknown>): Html | undefined {
  const topology = topologyIn(value);
  if (!topology) return undefined;
  const roles = value.roles as Record<string, unknown>[];
  return html`
    <h2 id="Roles">Roles</h2>
    ${runOf(topology)}
    ${loopsOf(value.loops)}
    <div class="roles">${roles.map((role, at) => roleCard(role, topology.roles[at]!, topology))}</div>`;
}

/** Renders a run in numbered steps, with the numbers of the drawing. A script can play them. Undefined if there are no steps. */
function runOf(topology: Topology): Html | undefined {
  const steps = stepsOf(topology);
  if (steps.length === 0) return undefined;
  return html`
    <div class="run">
      <h3 id="One-run">One run, step by step <button type="button" class="scripted button" data-play>Play one run</button></h3>
      <ol class="walk">${steps.map(({ number, text }) => html`<li data-step="${number}">${text}</li>`)}</ol>
    </div>`;
}

/** The fields of a role that its card shows above the list of its other fields. */
const own = ['id', 'purpose', 'count', 'performed_by', 'model_tier'];

function roleCard(role: Record<string, unknown>, shape: Topology['roles'][number], topology: Topology): Html {
  const performer = performerOf(shape);
  const tier = String(role.model_tier ?? 'none');
  const isEntry = (topology.entry_role ?? topology.roles[0]!.id) === shape.id;
  const tags = [
    performerName(performer),
    tier !== 'none' && `${tier} model`,
    countOf(shape),
    isEntry && 'takes the task',
  ].filter(Boolean);
  const more = Object.entries(role).filter(([name]) => !own.includes(name));
  return html`
    <div class="role ${performer}">
      <h3>${shape.id}</h3>
      <p class="tags">${tags.map(tag => html`<span>${String(tag)}</span>`)}</p>
      <p>${prose(role.purpose)}</p>
      ${more.length > 0 && html`<dl>${more.map(([name, field]) => row(name, words(field)))}</dl>`}
    </div>`;
}

function words(field: unknown): Html {
  if (typeof field === 'object' && field !== null && !Array.isArray(field))
    return html`<dl>${Object.entries(field).map(([name, part]) => row(name, typeof part === 'object' ? words(part) : prose(part)))}</dl>`;
  const list = Array.isArray(field) ? strings(field) : [String(field)];
  if (list.length === 0) return html`<span class="none">none</span>`;
  return html`${list.map(word => html`<code>${word}</code> `)}`;
}

function loopsOf(value: unknown): Html | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = (value as { id: string; max_rounds: number; until: string }[]).map(
    ({ id, max_rounds, until }) => {
      const rounds = max_rounds === 1 ? 'at most once' : `at most ${max_rounds} times`;
      return html`<li>Loop <code>${id}</code>: ${rounds}, until ${prose(until)}</li>`;
    },
  );
  return html`<ul class="loops">${items}</ul>`;
}
