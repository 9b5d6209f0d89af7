/**
 * A page of the reading edition, made from the Markdown that it shows. The same text and facts
 * around it always give the same bytes.
 */
import { sha256Hex } from '#document/text/digest.ts';
import { readDocument } from '#document/text/front-matter.ts';
import { termIn } from '#document/text/term.ts';
import type { Files } from './asset.ts';
import type { Beside } from './beside.ts';
import { glossaryPath, withDefinitions } from './definition.ts';
import { framed } from './frame.ts';
import { describedHead } from './head.ts';
import { Html, html } from './html/html.ts';
import { type Body, renderBody, twinOf } from './html/markdown.ts';
import { inWords } from './naming.ts';
import { fieldValue, isOfFiles, prose, row } from './part.ts';
import { sectionsOf } from './section/index.ts';
import type { Parts, Shown } from './section/parts.ts';

/** The kinds whose names tell a reader nothing. */
const plainKinds = new Set(['index', 'doc', 'text', 'search_results']);

/** The fields that all documents have, and that the page shows elsewhere. */
const common = new Set([
  ...['schema', 'kind', 'visibility', 'canonical_url', 'path', 'product_api_version', 'schema_version'],
  ...['title', 'description'],
]);

/**
 * Renders the HTML of a page.
 * @param page the path and the Markdown of the page
 * @param drawing the drawing of the topology of the page, if it has one
 */
export function readingPage(
  { path, text, baseUrl, files }: { path: string; text: string; baseUrl: string; files: Files },
  beside: Beside,
  drawing?: Html,
): string {
  const reading = readDocument(text);
  const { value, body }: { value: Record<string, unknown>; body: string } = reading.ok
    ? reading.document
    : { value: {}, body: text };
  const kind = String(value.kind ?? 'text');
  const figure = drawing && figureOf(drawing);
  const description = beside.lead ?? String(value.description ?? '');
  const rendered = withoutLead(
    renderBody(body, drawing !== undefined, path === glossaryPath ? termIn : undefined),
    description,
  );
  const shown: Shown = { path, kind, baseUrl, value, beside, ...(figure && { figure }) };
  const parts = sectionsOf({ ...shown, body: rendered });
  const title = String(value.title ?? path);
  const isAnswer = kind === 'search_results';
  const file = path === '/' && isOfFiles(beside) ? '/index.md' : path;
  const { marked, definitions } = withDefinitions(parts.body ?? rendered.html, beside.terms ?? []);
  const main = inWords(
    html`
    <article>
      <header class="head">
        ${path !== '/' && !plainKinds.has(kind) && html`<p class="kind">${kind.replaceAll('_', ' ')}</p>`}
        <h1>${title}</h1>
        ${description !== '' && !parts.isLed && html`<p class="lead">${prose(description)}</p>`}
        ${parts.head}
      </header>
      ${bannerOf(beside, path)}
      ${parts.before}
      <div class="prose">${marked}</div>
      ${parts.after}
      ${!isAnswer && rest(value, parts)}
    </article>`,
    beside.titles,
  );
  const described = {
    ...{ path, kind, title, description, site: beside.site, baseUrl, address: baseUrl + twinOf(path), value },
    ...(beside.artifact && { artifact: beside.artifact.digest, published: beside.artifact.published }),
  };
  return framed(
    {
      path,
      title,
      description,
      main,
      definitions,
      files,
      head: describedHead(described, body),
      isAnswer,
      kind: path === '/' ? 'home' : kind,
      source: {
        ...{ canonical: baseUrl + twinOf(path), path: file, address: baseUrl + file },
        digest: sha256Hex(text),
      },
      headings: [...(parts.headings ?? []), ...(parts.within ?? rendered.headings), ...(parts.later ?? [])],
    },
    beside,
  );
}

/** Removes the description from the beginning of a body, because the head of the page shows it. */
function withoutLead(body: Body, description: string): Body {
  const text = body.html.text.trimStart();
  const lead = html`<p>${description}</p>`.text;
  return text.startsWith(lead) ? { ...body, html: new Html(text.slice(lead.length)) } : body;
}

const figureOf = (drawing: Html): Html => html`
  <figure class="topology">
    <div class="scroll" tabindex="0" role="group" aria-label="Diagram">${drawing}</div>
  </figure>`;

function bannerOf({ artifact, versions }: Beside, path: string): Html | undefined {
  if (!artifact || artifact.status === 'active') return undefined;
  const newest = versions?.[0];
  const link =
    newest &&
    newest.path !== path &&
    html` The newest one is <a href="${twinOf(newest.path)}">${newest.title}</a>.`;
  return html`<p class="banner" role="note">This version is <strong>${artifact.status}</strong>.${link}</p>`;
}

/**
 * Renders every field that no part of the page shows, so that none is lost, followed by the fields that all
 * documents have; undefined if there are none.
 */
function rest(value: Record<string, unknown>, { shows }: Parts): Html | undefined {
  const fields = Object.entries(value);
  const left = fields.filter(([name]) => !common.has(name) && !shows.includes(name));
  const rows = [...left, ...fields.filter(([name]) => common.has(name))];
  if (rows.length === 0) return undefined;
  return html`
    <details class="front"${left.length > 0 && html` open`}>
      <summary>${left.length > 0 ? 'More fields' : 'Front matter'}</summary>
      <dl class="fields">${rows.map(([name, field]) => row(name, fieldValue(field)))}</dl>
    </details>`;
}
