/** The page of a pattern: when to choose it, its roles, how it fails, and how the evidence divides. */

import type { Beside } from '../beside.ts';
import { effectPlots } from '../drawing/effect/plot.ts';
import { largestLine } from '../drawing/effect/summary.ts';
import { type Html, html } from '../html/html.ts';
import { readingLink } from '../html/markdown.ts';
import { changedTag, chips, linkTo, listOf, prose, row, strings } from '../part.ts';
import type { Parts, ShownBody } from './parts.ts';
import { heading, teamFields, teamOf } from './team.ts';

export function patternParts({ value, beside, figure, path }: ShownBody): Parts {
  const { effects = [] } = beside;
  const aliases = strings(value.aliases).join(', ');
  const findings = readingLink(path.replace(/\.md$/, '/findings.md'));
  return {
    head: html`
      ${effects.length > 0 && html`<p class="evidence-line">${largestLine(effects)} <a href="${findings}">All findings</a></p>`}
      <p class="meta">
        <span class="tag">${String(value.family)}</span>
        ${changedTag(value)}
        ${aliases !== '' && html`<span>also called ${aliases}</span>`}
      </p>`,
    before: html`
      <p class="intent">${prose(value.intent)}</p>
      <div class="two">
        ${listOf('Use it when', 'Use-when', value.use_when, 'yes')}
        ${listOf('Avoid it when', 'Avoid-when', value.avoid_when, 'no')}
      </div>
      <section class="team">
        ${figure && html`<h2 id="Topology">Topology</h2>${figure}`}
        ${teamOf(value)}
      </section>`,
    after: html`
      ${effects.length > 0 && html`<section><h2 id="Effects">What was measured</h2>${effectPlots(effects, 'the pattern')}</section>`}
      <div class="two">
        ${listOf('Pitfalls', 'Pitfalls', value.pitfalls, 'warn')}
        ${listOf('What to check', 'What-to-check', value.verification_checks, 'check')}
      </div>
      ${pairs(value.pairs_with, beside.titles)}
      ${placesOf(value, beside)}`,
    headings: [heading('Use-when', 'Use it when'), heading('Topology', 'Topology')],
    later: [
      ...(effects.length > 0 ? [heading('Effects', 'What was measured')] : []),
      heading('Pitfalls', 'Pitfalls'),
      heading('Where', 'Where it is used'),
    ],
    shows: [
      ...['slug', 'family', 'aliases', 'intent', 'use_when', 'avoid_when', 'pitfalls', 'verification_checks'],
      ...['pairs_with', 'domains', 'sources', 'comparisons', 'separates', ...teamFields],
    ],
  };
}

function placesOf(value: Record<string, unknown>, { titles, usedBy = [] }: Beside): Html {
  const domains = strings(value.domains).map(name => `/domains/${name}.md`);
  const sources = strings(value.sources).map(name => `/research/${name}.md`);
  const comparisons = strings(value.comparisons).map(name => `/comparisons/${name}.md`);
  const names = Object.fromEntries(usedBy.map(({ path, title }) => [path, title]));
  return html`
    <section>
      <h2 id="Where">Where it is used</h2>
      <dl class="fields">
        ${row('domains', chips(domains, titles))}
        ${usedBy.length > 0 && row('teams', chips(Object.keys(names), names))}
        ${row('sources', chips(sources))}
        ${comparisons.length > 0 && row('comparisons', chips(comparisons, titles))}
        ${value.separates !== undefined && row('what separates the sides', prose(value.separates))}
      </dl>
    </section>`;
}

function pairs(value: unknown, titles: Record<string, string> = {}): Html | undefined {
  const list = Array.isArray(value) ? (value as { pattern: string; why: string }[]) : [];
  if (list.length === 0) return undefined;
  const cards = list.map(
    ({ pattern, why }) => html`
    <div class="card"><h3>${linkTo(`/patterns/${pattern}.md`, titles)}</h3><p>${prose(why)}</p></div>`,
  );
  return html`<section><h2 id="Pairs">Goes well with</h2><div class="cards">${cards}</div></section>`;
}
