/** A task class: what to begin with, and how sure that is. Its body says when a team pays, so its fields are not shown twice. */
import { html } from '../../html/html.ts';
import { chips, fieldValue, row, strings } from '../part.ts';
import type { Parts, ShownBody } from './parts.ts';
import { heading } from './team.ts';

const grounds: Record<string, string> = {
  evidence: 'rests on evidence',
  practice: 'rests on practice',
  none: 'rests on nothing yet',
};

export function taskParts({ value }: ShownBody): Parts {
  const confidence = String(value.confidence);
  const link = (name: string) => typeof value[name] === 'string' && row(name, fieldValue(value[name]));
  return {
    head: html`
      <p class="meta">
        <span class="tag">begin with ${String(value.default).replaceAll('_', ' ')}</span>
        <span class="tag">${grounds[confidence] ?? confidence}</span>
      </p>`,
    after: html`
      <section>
        <h2 id="Rests-on">What it rests on</h2>
        <dl class="fields">
          ${link('starter')}
          ${link('control')}
          ${row('sources', chips(strings(value.sources).map(name => `/research/${name}.md`)))}
        </dl>
      </section>`,
    later: [heading('Rests-on', 'What it rests on')],
    shows: [
      ...['task_class', 'default', 'confidence', 'team_pays_when', 'team_does_not_pay_when'],
      ...['starter', 'control', 'sources'],
    ],
  };
}
