/** A domain: where to start, its tasks, and how the findings in it divide. */
import { evidencePicture } from '../evidence.ts';
import { html } from '../html.ts';
import { chips, prose, strings } from '../part.ts';
import type { Parts, ShownBody } from './parts.ts';
import { heading } from './team.ts';

export function domainParts({ value, beside }: ShownBody): Parts {
  const { evidence = [], titles } = beside;
  const tasks = (Array.isArray(value.tasks) ? value.tasks : []) as { name: string; description: string }[];
  const taskPage = (name: string) =>
    beside.parts.includes('tasks')
      ? `/tasks/${String(value.domain)}.${name}.html`
      : `/starters/index.html?task_class=${String(value.domain)}.${name}`;
  return {
    after: html`<section><h2 id="task-classes">Task classes</h2><div class="scroll" tabindex="0"><table><thead><tr><th scope="col">task</th><th scope="col">the work</th></tr></thead><tbody>${tasks.map(({ name, description }) => html`<tr><td><a href="${taskPage(name)}"><code>${name}</code></a></td><td>${prose(description)}</td></tr>`)}</tbody></table></div></section>
<section><h2 id="evidence">Evidence</h2>${evidence.length > 0 && evidencePicture(evidence)}<p><a href="/domains/${String(value.domain)}/findings.html">All findings, by pattern</a></p>
${chips(
  strings(value.patterns).map(name => `/patterns/${name}.md`),
  titles,
)}</section>`,
    later: [heading('task-classes', 'Task classes'), heading('evidence', 'Evidence')],
    shows: ['domain', 'tasks', 'patterns'],
  };
}
