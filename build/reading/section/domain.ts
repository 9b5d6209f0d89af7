/** A domain: where to start, its tasks, and how the findings in it divide. */

import { html } from '../../html/html.ts';
import { evidencePicture } from '../evidence-picture.ts';
import { chips, prose, startersLink, strings, table } from '../part.ts';
import type { Parts, ShownBody } from './parts.ts';
import { heading } from './team.ts';

export function domainParts({ value, beside, body }: ShownBody): Parts {
  const { evidence = [], titles, parts } = beside;
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
        ${evidence.length > 0 && evidencePicture(evidence)}
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
