/** A recomputed comparison: its pictures first, then its text, then every pair. The body says all else in words. */

import {
  countsPicture,
  differencePicture,
  type PicturedResult,
  resultsTable,
} from '../comparison-picture.ts';
import { html } from '../html/html.ts';
import { listOf } from '../part.ts';
import type { Parts, ShownBody } from './parts.ts';
import { heading } from './team.ts';

interface Fields {
  status: string;
  results: PicturedResult[];
  shown: { a: string; b: string }[];
  noise: { interval: string[] } | 'unavailable';
  dispute?: { objection: string; answer: string };
}

export function comparisonParts({ value }: ShownBody): Parts {
  const { status, results, shown, noise, dispute } = value as unknown as Fields;
  const told = shown.flatMap(({ a, b }) => results.find(each => each.a === a && each.b === b) ?? []);
  const floor = noise === 'unavailable' ? undefined : noise.interval.map(Number);
  return {
    head: html`
      <p class="meta">
        <span class="tag">recomputed</span>
        <span class="tag">${status}</span>
      </p>`,
    before: html`
      ${dispute && listOf('Disputed', 'Disputed', [`Objection: ${dispute.objection}`, `Answer: ${dispute.answer}`], 'against')}
      ${differencePicture(told, floor)}
      ${told.map(countsPicture)}`,
    after: html`
      <section>
        <h2 id="Every-pair">Every pair</h2>
        ${resultsTable(results)}
      </section>`,
    later: [heading('Every-pair', 'Every pair')],
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
    ],
  };
}
