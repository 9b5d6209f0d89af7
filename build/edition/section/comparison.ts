/**
 * The page of a recomputed comparison: its pictures first, then its text, then every pair. The text
 * says everything else in words.
 */

import {
  countsPicture,
  differencePicture,
  type PicturedResult,
  resultsTable,
} from '../comparison-picture.ts';
import { type Html, html } from '../html/html.ts';
import { listOf, prose, row } from '../part.ts';
import type { Parts, ShownBody } from './parts.ts';
import { heading } from './team.ts';

interface Fields {
  status: string;
  results: PicturedResult[];
  shown: { a: string; b: string }[];
  noise: { interval: string[] } | 'unavailable';
  dates: { status: string; on: string }[];
  sources: { files: { path: string }[] }[];
  benchmark: { name: string; cases: number; selection: string };
  verdict_rule: string;
  cases_digest?: string;
  dispute?: { objection: string; answer: string };
}

export function comparisonParts({ value, body }: ShownBody): Parts {
  const { status, results, shown, noise, dispute } = value as unknown as Fields;
  const compared = shown.flatMap(({ a, b }) => results.find(each => each.a === a && each.b === b) ?? []);
  const floor = noise === 'unavailable' ? undefined : noise.interval.map(Number);
  return {
    head: html`
      <p class="meta">
        <span class="tag">recomputed</span>
        <span class="tag">${status}</span>
      </p>`,
    before: html`
      ${dispute && listOf('Disputed', 'Disputed', [`Objection: ${dispute.objection}`, `Answer: ${dispute.answer}`], 'against')}
      ${differencePicture(compared, floor)}
      ${compared.map(countsPicture)}`,
    after: html`
      <section>
        <h2 id="Every-pair">Every pair</h2>
        ${resultsTable(results)}
      </section>
      ${dataOf(value as unknown as Fields, body.html.text)}`,
    later: [heading('Every-pair', 'Every pair'), heading('Data', 'Data')],
    shows: [
      ...[
        'slug',
        'grade',
        'status',
        'results',
        'shown',
        'noise',
        'confounds',
        'cannot_show',
        'headline',
        'exclusions',
      ],
      ...['dispute', 'queries', 'task_class', 'answers', 'arms', 'verdict_rule', 'extraction'],
      ...['dates', 'sources', 'benchmark', 'cases_digest'],
    ],
  };
}

/**
 * Renders the data of a comparison, with a link to the table of single cases if `body` has one.
 * @param body the HTML of the body of the page
 */
function dataOf({ benchmark, verdict_rule, dates, sources, cases_digest }: Fields, body: string): Html {
  const table = /href="([^"]*\.csv)"/.exec(body)?.[1];
  const { name, cases, selection } = benchmark;
  return html`
    <section>
      <h2 id="Data">Data</h2>
      <dl class="fields">
        ${table !== undefined && row('download', html`<a href="${table}" download>results for each case as CSV</a>`)}
        ${row('benchmark', prose(`${name}, ${cases.toLocaleString('en')} cases. ${selection}`))}
        ${row('verdict rule', prose(verdict_rule))}
        ${row('files read', html`${sources.flatMap(({ files }) => files.map(({ path }) => html`<code>${path}</code> `))}`)}
        ${row('dates', prose(dates.map(({ status, on }) => `${status} ${on}`).join(', ')))}
        ${cases_digest !== undefined && row('cases digest', html`<code class="digest">${cases_digest}</code>`)}
      </dl>
    </section>`;
}
