/** The report as one file: no script, nothing loaded, and a policy that lets a browser do neither whatever a document says. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Html, html } from '#build/html/html.ts';
import { styles } from '#build/reading/asset.ts';
import { table } from '#build/reading/part.ts';
import { conclusionsOf } from './conclusion.ts';
import { decisionPart } from './decision.ts';
import { evidencePart } from './evidence-part.ts';
import type { Gathered } from './gather.ts';
import { digestOf, type Names, namesOf } from './names.ts';
import { plural } from './number.ts';
import { type Checked, isSubject, jobIn } from './proof.ts';

const style = `${styles('palette', 'text', 'chart')} ${readFileSync(join(import.meta.dirname, 'report.css'), 'utf8')}`;

/** The page. The same documents give the same bytes. */
export function reportPage(gathered: Gathered): string {
  const { documents } = gathered;
  const names = namesOf(documents);
  const subjects = documents.filter(isSubject);
  const parts: Readonly<Record<string, (document: Checked, names: Names, id: string) => Html>> = {
    recommendation: decisionPart,
    evidence_snapshot: evidencePart,
    evaluation_job: jobPart,
  };
  const order = Object.keys(parts);
  const sorted = [...subjects].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const title = titleOf(sorted);
  const digest = createHash('sha256').update(style).digest('base64');
  return `${html`
    <!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${digest}'">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>${title}</title>
        <style>`}${style}${html`</style>
      </head>
      <body>
        <main>
          <header>
            <p class="kind">Evaluation report</p>
            <h1>${title}</h1>
          </header>
          ${conclusionPart(documents, names)}
          ${sorted.map((document, at) => parts[document.kind]!(document, names, `Part-${at + 1}`))}
          ${proofPart(gathered)}
        </main>
      </body>
    </html>`}\n`;
}

function titleOf(subjects: readonly Checked[]): string {
  const tasks = [
    ...new Set(subjects.flatMap(({ value }) => (value.task_class ? [String(value.task_class)] : []))),
  ];
  return tasks.length > 0 ? `Which organisation for ${tasks.join(', ')}?` : 'The state of an evaluation';
}

const conclusionPart = (documents: readonly Checked[], names: Names): Html => html`
  <section class="conclusion">
    ${conclusionsOf(documents, names).map(
      ({ headline, sentences }) => html`
      <h2>${headline}</h2>
      ${sentences.map(sentence => html`<p>${sentence}</p>`)}`,
    )}
  </section>`;

function jobPart(document: Checked, names: Names, id: string): Html {
  const { job, state, created_at, ended_at, runs, runs_used, progress, failure } = jobIn(document);
  const rows = progress.map(each => [
    ...[names.show(each.lock), each.completed, each.leased, each.pending, each.exhausted, each.cancelled],
  ]);
  return html`
    <section>
      <h2 id="${id}">Job ${job}: ${state.replace('_', ' ')}</h2>
      <p>Started ${created_at.slice(0, 10)}${ended_at !== undefined && `, ended ${ended_at.slice(0, 10)}`};
        ${runs_used} of ${plural(runs, 'run')} are done.${failure !== undefined && ` It failed: ${failure}`}</p>
      ${table(['lock', 'done', 'running', 'waiting', 'lost', 'cancelled'], rows)}
    </section>`;
}

function proofPart({ documents, keysFrom, pins, computed }: Gathered): Html {
  const rows = documents.map(({ kind, value, digest, signature }) => [
    html`${String(value.title ?? '')} <span class="quiet">${kind.replaceAll('_', ' ')}</span>`,
    digestOf(digest),
    signature ? html`✓ key <code>${signature.keyId}</code>` : 'not signed: the state of a moment',
    signature ? signature.signedAt.slice(0, 10) : '',
  ]);
  const trust =
    pins.length > 0
      ? html`The keys were pinned: ${pins.map(pin => html`<code>${pin}</code> `)}.`
      : html`No key was pinned: compare the ids above with what the operator told you, or make the report with <code>--key</code>.`;
  return html`
    <section>
      <h2 id="Signatures">Which signatures were checked</h2>
      ${table(['document', 'digest', 'signature', 'signed'], rows)}
      <p>Each is Ed25519 over the exact bytes of the document. The keys were read from <code>${keysFrom}</code>. ${trust}</p>
      ${computed.length > 0 && html`<h3>What was computed again</h3><ul>${computed.map(line => html`<li class="digest">${line}</li>`)}</ul>`}
      <details><summary>Full digests</summary><ul>${documents.map(({ digest }) => html`<li><code class="digest">${digest}</code></li>`)}</ul></details>
    </section>`;
}
