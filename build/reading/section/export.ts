/** A team as files of a runtime: what that runtime cannot enforce, and the digests of the files. */
import { Html, html } from '../../html/html.ts';
import { fieldValue, linkTo, prose, short, table } from '../part.ts';
import { lostSentence } from '../use.ts';
import type { Parts, ShownBody } from './parts.ts';
import { heading } from './team.ts';

interface Loss {
  subject: string;
  what: string;
  instead: string;
}

interface File {
  path: string;
  digest: string;
  size_bytes: number;
}

const listOf = <Item>(value: unknown): Item[] => (Array.isArray(value) ? (value as Item[]) : []);

/** The most lines of a file that are all shown, and how many are shown of a longer one: a team comes before the code that all have. */
const maxLines = 400;
const shownLines = 300;

/** The files: each with a button that copies it, and the end of a long one left out. @param path of the page */
const filesOf = (text: string, path: string): Html =>
  new Html(
    text
      .split(/(?=<h2 )/)
      .map(part => {
        const [heading = '', ...rest] = part.split('</h2>');
        const file = rest.length > 0 ? /<code>([^<]*)<\/code>/.exec(heading)?.[1] : undefined;
        if (file === undefined) return part;
        return `${heading}</h2>${buttonOf(path, file)}${shortened(rest.join('</h2>'), path)}`;
      })
      .join(''),
  );

/** @param file the path of the file, as HTML */
const buttonOf = (path: string, file: string): string =>
  `<p><button type="button" class="scripted file-copy" data-of="${path}" data-file="${file}">Copy this file</button></p>`;

const blockEnd = '</code></pre>';

/** A part with the beginning of its block (docs/reading.md#17). Within a block, HTML has the lines of the file. */
function shortened(part: string, path: string): string {
  const end = part.indexOf(blockEnd);
  const lines = part.slice(0, Math.max(0, end)).trimEnd().split('\n');
  const isOnly = part.indexOf('<pre') === part.lastIndexOf('<pre');
  const last = lines.findIndex(line => line.includes('<pre')) + shownLines;
  const left = lines.length - last;
  if (!isOnly || left <= maxLines - shownLines) return part;
  const note = html`
    <p>
      The next ${left.toLocaleString('en')} lines are left out here. In a workflow they are the same for every
      team; <a href="${path}">the Markdown</a> has the whole file.
    </p>`;
  return `${lines.slice(0, last).join('\n')}\n${blockEnd}${note.text}${part.slice(end + blockEnd.length)}`;
}

export function exportParts({ value, path, body }: ShownBody): Parts {
  const counts: Record<string, number> = {};
  for (const { subject } of listOf<Loss>(value.losses)) {
    const [part = ''] = subject.split(':');
    counts[part] = (counts[part] ?? 0) + 1;
  }
  const losses = listOf<Loss>(value.losses).map(({ subject, what, instead }) => {
    return [html`<code>${subject}</code>`, prose(what), prose(instead)];
  });
  const files = listOf<File>(value.files).map(({ path, digest, size_bytes }) => {
    return [html`<code>${path}</code>`, `${short(size_bytes)} bytes`, fieldValue(digest)];
  });
  const source = String(value.source);
  return {
    head: html`
      <p class="meta">
        <span class="tag">${String(value.target_version)}</span>
        <span>made from ${linkTo(source, { [source]: source.replace(/\.md$/, '') })}</span>
      </p>`,
    before:
      listOf<File>(value.files).length > 0 ? html`<p class="lost">${lostSentence(counts)}</p>` : undefined,
    body: filesOf(body.html.text, path),
    after: html`
      ${
        losses.length > 0 &&
        html`
        <section>
          <h2 id="Losses">What it cannot enforce</h2>
          ${table(['part of the team', 'what is lost', 'instead'], losses)}
        </section>`
      }
      <section>
        <h2 id="Files">Digests of the files</h2>
        ${table(['file', 'size', 'SHA-256'], files)}
      </section>`,
    later: [
      ...(losses.length > 0 ? [heading('Losses', 'What it cannot enforce')] : []),
      heading('Files', 'Digests of the files'),
    ],
    shows: ['target_version', 'source', 'files', 'losses'],
  };
}
