/** A team as files of a runtime: what that runtime cannot enforce, and the digests of the files. */
import { html } from '../../html/html.ts';
import { fieldValue, linkTo, prose, short, table } from '../part.ts';
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

export function exportParts({ value }: ShownBody): Parts {
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
