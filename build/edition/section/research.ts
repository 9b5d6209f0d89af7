/** The page of a research record: what its source is, and a card for each finding. */
import { partlyReported, sentencesOf } from '#document/effect/sentence.ts';
import { pointsOf, type Weighable } from '#document/effect/weigh.ts';
import { readPart } from '#document/kind/research-record.ts';
import { type Html, html } from '../html/html.ts';
import { changedTag, linkTo, prose, row, strings } from '../part.ts';
import type { Parts, ShownBody } from './parts.ts';
import { heading } from './team.ts';

type Finding = Record<string, unknown>;

const sides: Record<string, string> = { supports: 'for', mixed: 'undecided on', against: 'against' };

const gradeOf = (grade: unknown): string => `we read ${readPart[grade as keyof typeof readPart] ?? grade}`;

export function researchParts({ value, beside }: ShownBody): Parts {
  const citation = Object(value.citation) as Record<string, unknown>;
  const findings = (Array.isArray(value.findings) ? value.findings : []) as Finding[];
  const { title, venue = '', year } = citation;
  const gaps = partlyReported(findings.flatMap(finding => pointsOf(finding as Weighable)));
  const where = String(venue).includes(String(year))
    ? String(venue)
    : [venue, year].filter(Boolean).join(', ');
  return {
    head: html`
      <p class="meta">
        <span class="tag">${String(value.source_type).replaceAll('_', ' ')}</span>
        <span class="tag">${gradeOf(value.grade)}</span>
        ${changedTag(value)}
      </p>`,
    before: html`
      <p class="citation">
        ${title !== value.title && html`<cite>${String(title)}</cite><br>`}
        ${strings(citation.authors).join(', ')} · ${where} ·${' '}<a href="${String(citation.url)}">${addressOf(String(citation.url))}</a>
      </p>`,
    after: html`
      <section>
        <h2 id="Findings">Findings</h2>
        ${gaps !== '' && html`<p>${gaps}</p>`}
        ${findings.map(finding => card(finding, citation, beside.titles))}</section>`,
    later: [heading('Findings', 'Findings')],
    shows: ['slug', 'citation', 'source_type', 'grade', 'findings'],
  };
}

/** Returns an address without its protocol, `www.` and final slash, as people write it. */
const addressOf = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');

function card(finding: Finding, citation: Finding, titles: Record<string, string> = {}): Html {
  const { id, direction, claim, quote, result, metric, baseline, conditions, limits, superseded_by, grade } =
    finding;
  const patterns = strings(finding.patterns).map((name, at) => {
    return html`${at > 0 && ', '}${linkTo(`/patterns/${name}.md`, titles)}`;
  });
  const points = pointsOf(finding as Weighable);
  const version = [finding.source_version, grade !== undefined && gradeOf(grade)].filter(Boolean).join(', ');
  return html`
    <section class="finding ${String(direction)}" id="${String(id)}">
      <p class="side">${sides[String(direction)] ?? String(direction)}${' '}${patterns}</p>
      <h3>${prose(claim)}</h3>
      ${result !== undefined && html`<p class="result"><strong>${prose(result)}</strong></p>`}
      ${quote !== undefined && html`<blockquote><p>${prose(quote)}</p></blockquote>`}
      <dl class="fields">
        ${metric !== undefined && row('measured', prose(metric))}
        ${baseline !== undefined && row('against', prose(baseline))}
        ${points.length > 0 && row('numbers', html`${sentencesOf(points)}`)}
        ${row('conditions', prose(conditions))}
        ${row('limits', prose(limits))}
        ${taskRow(finding, titles)}
        ${row('version', html`<a href="${placeIn(citation, finding)}">${version}</a>`)}
        ${superseded_by !== undefined && row('replaced by', html`<a href="#${String(superseded_by)}">${String(superseded_by)}</a>`)}
      </dl>
    </section>`;
}

/** Renders the task of a finding, or else its domain, as a link if the catalog has a page on it. */
function taskRow({ task_class, domain }: Finding, titles: Record<string, string>): Html {
  const [name, id, folder] =
    task_class === undefined ? ['domain', domain, 'domains'] : ['task', task_class, 'tasks'];
  const path = `/${folder}/${String(id)}.md`;
  return row(
    String(name),
    titles[path] === undefined ? html`<code>${String(id)}</code>` : linkTo(path, titles),
  );
}

/**
 * Returns the address of the text that was read; for a preprint, that of the version read. If there is a quotation,
 * the address leads browsers to its words.
 */
function placeIn({ url, arxiv }: Finding, { source_version, quote }: Finding): string {
  const [, version] = /^arXiv (v\d{1,3})$/.exec(String(source_version)) ?? [];
  const page =
    arxiv !== undefined && version ? `https://arxiv.org/abs/${String(arxiv)}${version}` : String(url);
  if (quote === undefined) return page;
  const words = encodeURIComponent(String(quote)).replaceAll('-', '%2D');
  return `${page}${page.includes('#') ? '' : '#'}:~:text=${words}`;
}
