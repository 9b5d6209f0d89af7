/** What patterns, starters and formations share: the drawing of the team, and its roles as cards. */
import { describe, performerName } from '../drawing.ts';
import { type Html, html } from '../html.ts';
import type { Heading } from '../markdown.ts';
import { prose, row, strings } from '../part.ts';
import { countOf, performerOf, type Topology, topologyIn } from '../topology.ts';

export const heading = (id: string, text: string): Heading => ({ depth: 2, id, text });

/** The fields that `teamOf` shows. */
export const teamFields = ['roles', 'edges', 'entry_role'];

/** The figure with its words, and a card a role. */
export function teamOf(value: Record<string, unknown>, figure: Html | undefined): Html | undefined {
  const topology = topologyIn(value);
  if (!topology) return undefined;
  const roles = value.roles as Record<string, unknown>[];
  return html`
    <section class="team">
      <h2 id="topology">Topology</h2>
      ${figure}
      <details class="words"><summary>The diagram in words</summary><p>${describe(topology)}</p></details>
      <div class="roles">${roles.map((role, at) => roleCard(role, topology.roles[at]!, topology))}</div>
    </section>`;
}

/** Fields of a role that its card shows in its head. */
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
  const list = Array.isArray(field)
    ? strings(field)
    : [typeof field === 'object' ? JSON.stringify(field) : String(field)];
  if (list.length === 0) return html`<span class="none">none</span>`;
  return html`${list.map(word => html`<code>${word}</code> `)}`;
}
