/** A research record: what the source is, and a card for each finding. */
import { type Html, html } from '../html.ts';
import { chips, prose, strings } from '../part.ts';
import type { Parts, ShownBody } from './parts.ts';
import { heading } from './team.ts';

interface Finding {
  id: string;
  patterns: string[];
  domain: string;
  task_class?: string;
  direction: string;
  [field: string]: unknown;
}

const sides: Record<string, string> = { supports: 'for', mixed: 'undecided', against: 'against' };

export function researchParts({ value, beside }: ShownBody): Parts {
  const citation = Object(value.citation) as Record<string, unknown>;
  const findings = (Array.isArray(value.findings) ? value.findings : []) as Finding[];
  return {
    head: html`<p class="meta"><span class="tag">${String(value.source_type).replaceAll('_', ' ')}</span><span class="tag grade">${gradeOf(value.grade)}</span></p>`,
    before: html`<p class="citation"><a href="${String(citation.url)}">${String(citation.title)}</a><br>${strings(citation.authors).join(', ')} · ${[citation.venue, citation.year].filter(Boolean).join(', ')}</p>`,
    after: html`<section><h2 id="findings">Findings</h2>${findings.map(finding => card(finding, beside.titles))}</section>`,
    later: [heading('findings', 'Findings')],
    shows: ['slug', 'citation', 'source_type', 'grade', 'findings'],
  };
}

const grades: Record<string, string> = {
  read: 'full text read',
  abstract: 'abstract read',
  reported: 'reported by others',
};

const gradeOf = (grade: unknown): string => grades[String(grade)] ?? String(grade);

function card(finding: Finding, titles: Record<string, string> | undefined): Html {
  const { id, direction, claim, quote, metric, result, baseline, conditions, limits, superseded_by } =
    finding;
  const side = sides[direction] ?? direction;
  return html`<section class="finding ${direction}" id="${id}"><p class="side">${side}</p><h3>${prose(claim)}</h3>
${result !== undefined && html`<p class="result"><strong>${prose(result)}</strong>${metric !== undefined && html` ${prose(metric)}`}${baseline !== undefined && html`, against ${prose(baseline)}`}</p>`}
${quote !== undefined && html`<blockquote><p>${prose(quote)}</p></blockquote>`}
<dl class="fields"><div><dt>conditions</dt><dd>${prose(conditions)}</dd></div><div><dt>limits</dt><dd>${prose(limits)}</dd></div><div><dt>task</dt><dd><code>${finding.task_class ?? finding.domain}</code></dd></div><div><dt>patterns</dt><dd>${chips(
    strings(finding.patterns).map(name => `/patterns/${name}.md`),
    titles,
  )}</dd></div><div><dt>version</dt><dd>${prose(finding.source_version)}${finding.grade !== undefined && html`, ${gradeOf(finding.grade)}`}</dd></div>${superseded_by !== undefined && html`<div><dt>replaced by</dt><dd><a href="#${String(superseded_by)}">${String(superseded_by)}</a></dd></div>`}</dl></section>`;
}
