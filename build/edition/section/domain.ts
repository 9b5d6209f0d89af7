/** A domain: where to start, its tasks, and how the findings in it divide. */

import { effectPlots } from '../drawing/effect/plot.ts';
import { html } from '../html/html.ts';
import { chips, prose, startersLink, strings, table } from '../part.ts';
import type { Parts, ShownBody } from './parts.ts';
import { heading } from './team.ts';

/** So many numbers of a group does the page show; that of all findings has the others. */
const maxEffects = 5;

export function domainParts({ value, beside, body }: ShownBody): Parts {
  const { effects = [], titles, parts } = beside;
  const domain = String(value.domain);
  const tasks = (Array.isArray(value.tasks) ? value.tasks : []) as { name: string; description: string }[];
  const pageOf = (name: string) => {
    if (body.headings.some(({ id }) => id === name)) return `#${name}`;
    return parts.includes('tasks')
      ? `/tasks/${domain}.${name}.html`
      : startersLink(`${domain}.${name}`, beside);
  };
  const rows = tasks.map(({ name, description }) => {
    return [html`<a href="${pageOf(name)}"><code>${name}</code></a>`, prose(description)];
  });
  return {
    after: html`
      <section><h2 id="Task-classes">Task classes</h2>${table(['task', 'the work'], rows)}</section>
      <section>
        <h2 id="Evidence">Evidence</h2>
        ${effects.length > 0 && effectPlots(effects, 'the pattern', maxEffects)}
        <p><a href="/domains/${domain}/findings.html">All findings</a>, on these patterns:</p>
        ${chips(
          strings(value.patterns).map(name => `/patterns/${name}.md`),
          titles,
        )}
      </section>`,
    later: [heading('Task-classes', 'Task classes'), heading('Evidence', 'Evidence')],
    shows: ['domain', 'tasks', 'patterns'],
  };
}
