/** What patterns, starters and formations share: roles as cards, edges as a table, loops. */
import { describe, performerName } from '../drawing.ts';
import { type Html, html } from '../html.ts';
import type { Heading } from '../markdown.ts';
import { prose, strings } from '../part.ts';
import { countOf, performerOf, topologyIn } from '../topology.ts';

export const heading = (id: string, text: string): Heading => ({ depth: 2, id, text });

/** The fields that `teamOf` shows. */
export const teamFields = ['roles', 'edges', 'entry_role', 'loops'];

/** The figure with its words, and a card a role. */
export function teamOf(value: Record<string, unknown>, figure: Html | undefined): Html | undefined {
  const topology = topologyIn(value);
  if (!topology) return undefined;
  const roles = value.roles as Record<string, unknown>[];
  return html`<section class="team"><h2 id="topology">Topology</h2>${figure}
<details class="words"><summary>The diagram in words</summary><p>${describe(topology)}</p></details>
<div class="roles">${roles.map((role, at) => roleCard(role, at, value))}</div></section>`;
}

const own = ['id', 'purpose', 'count', 'performed_by', 'model_tier'];

function roleCard(role: Record<string, unknown>, at: number, value: Record<string, unknown>): Html {
  const topology = topologyIn(value)!;
  const shape = topology.roles[at]!;
  const performer = performerOf(shape);
  const entry = (topology.entry_role ?? topology.roles[0]!.id) === shape.id;
  const tier = role.model_tier && role.model_tier !== 'none' ? `${String(role.model_tier)} model` : undefined;
  const tags = [performerName(performer), tier, countOf(shape), entry && 'takes the task'].filter(Boolean);
  const more = Object.entries(role).filter(([name]) => !own.includes(name));
  return html`<div class="role ${performer}"><h3>${shape.id}</h3><p class="tags">${tags.map(tag => html`<span>${String(tag)}</span>`)}</p><p>${prose(role.purpose)}</p>${more.length > 0 && html`<dl>${more.map(([name, field]) => html`<div><dt>${name.replaceAll('_', ' ')}</dt><dd>${wordsOf(field)}</dd></div>`)}</dl>`}</div>`;
}

const wordsOf = (field: unknown): Html => {
  const words = Array.isArray(field)
    ? strings(field)
    : [typeof field === 'object' ? JSON.stringify(field) : String(field)];
  return words.length === 0
    ? html`<span class="none">none</span>`
    : html`${words.map(word => html`<code>${word}</code> `)}`;
};
