/**
 * The frame of every page of the reading edition: its head, its bar, the places beside the text, and how to verify the page. The
 * ids of the frame and of parts begin with a capital letter, which the ids of headings and findings never do.
 */
import { actions } from './actions.ts';
import type { Files } from './asset.ts';
import type { Beside, Link } from './beside.ts';
import { type Html, html } from './html/html.ts';
import { type Heading, readingLink } from './html/markdown.ts';
import { isOfFiles } from './part.ts';

/** The addresses and the digest of the Markdown of a page. */
interface Source {
  /** The path of the page on the host that serves it. */
  path: string;
  /** The absolute address of the page; `address` is that of its Markdown. */
  canonical: string;
  address: string;
  /** The SHA-256 of the Markdown, hexadecimal. */
  digest: string;
}

interface Framed {
  /** The path of the Markdown page. */
  path: string;
  title: string;
  description: string;
  /** The Markdown that the page shows; absent from a refusal. */
  source?: Source;
  files: Files;
  headings: readonly Heading[];
  main: Html;
  /** The definitions of the terms that the page marks, which open over it; absent if it marks none. */
  definitions?: Html;
  /** The tags in the head of the page that only programs read; absent if there are none. */
  head?: Html;
  /** The class of the body of the page in the style sheet. */
  kind: string;
  /** Whether the page answers one question, so that nobody verifies or cites it; false if absent. */
  isAnswer?: boolean;
}

/** Renders a whole page as HTML. */
export function framed(page: Framed, beside: Beside): string {
  const { title, description, source } = page;
  const whole = page.path === '/' ? title : `${title} · ${beside.site}`;
  const [side, toc] = [sidebar(page, beside), contents(page)];
  return `${html`
    <!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <title>${whole}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="description" content="${description}">
        <meta name="color-scheme" content="light dark">
        ${source && html`<meta name="source-digest" content="sha256:${source.digest}">`}
        <script src="${page.files.script}"></script>
        <link rel="stylesheet" href="${page.files.style}">
        <link rel="alternate" type="application/atom+xml" href="/changes.atom" title="Changes">
        <link rel="describedby" type="text/markdown" href="/llms.txt" title="llms.txt">
        <link rel="icon" href="${page.files.icon}" type="image/svg+xml">
        ${source && sourceLinks(source)}
        ${page.head}
      </head>
      <body class="${page.kind}${beside.choice ? ' tabled' : ''}">
        <a class="skip" href="#Main">Skip to the content</a>
        ${bar(page, beside)}
        <div class="columns${side ? ' sided' : ''}${toc ? ' listed' : ''}">
          <div class="text">
            ${top(page, beside)}
            <main id="Main" tabindex="-1">${page.main}${neighbours(beside)}</main>
          </div>
          ${side}
          ${toc}
        </div>
        ${foot(page, beside)}
        ${page.definitions}
      </body>
    </html>`}\n`;
}

const sourceLinks = ({ canonical, address }: Source): Html => html`
  <link rel="canonical" href="${canonical}">
  <link rel="alternate" type="text/markdown" href="${address}" title="Markdown">`;

/**
 * The rooms: the main parts of the site, each with the folders that belong to it. A room with `part`
 * or `without` is not on every site.
 */
const rooms = [
  { path: '/guides/index.md', title: 'Learn', folders: ['guides'] },
  { path: '/tasks/index.md', title: 'Choose', folders: ['tasks', 'domains'], part: 'tasks' },
  { path: '/domains/index.md', title: 'Choose', folders: ['domains'], without: 'tasks' },
  {
    path: '/starters/index.md',
    title: 'Teams',
    folders: ['starters', 'patterns', 'formations', 'exports', 'publishers'],
  },
  { path: '/research/index.md', title: 'Evidence', folders: ['research', 'comparisons'] },
  { path: '/docs/index.md', title: 'Reference', folders: ['docs', 'trust', 'artifacts'] },
];

/** Returns the rooms, which are the main parts to which the bar of each page links, that a site has by its optional parts. */
export const roomsOf = ({ parts }: Beside): (Link & { folders: string[] })[] =>
  rooms.filter(
    ({ part, without }) =>
      (part === undefined || parts.includes(part)) && (without === undefined || !parts.includes(without)),
  );

/** The lists of the site, which the foot of each page links to. */
const lists: readonly (Link & { part?: string })[] = [
  { path: '/patterns/index.md', title: 'Patterns' },
  { path: '/tasks/index.md', title: 'Tasks', part: 'tasks' },
  { path: '/domains/index.md', title: 'Domains' },
  { path: '/starters/index.md', title: 'Starters' },
  { path: '/formations/index.md', title: 'Formations' },
  { path: '/exports/index.md', title: 'Exports', part: 'exports' },
  { path: '/research/index.md', title: 'Research' },
  { path: '/comparisons/index.md', title: 'Comparisons', part: 'comparisons' },
  { path: '/guides/glossary.md', title: 'Glossary', part: 'glossary' },
];

/** The sections of the status page that readers of any page look for. */
export const statusLinks: typeof lists = [
  { path: '/status.md#data-and-citation', title: 'Data and citation', part: 'data-and-citation' },
  { path: '/status.md#corrections', title: 'Correct a finding', part: 'corrections' },
];

/** Renders links, without those to parts that the site lacks. */
export const optionalLinks = (links: typeof lists, { parts }: Beside): Html[] =>
  links.filter(({ part }) => part === undefined || parts.includes(part)).map(link => linked(link));

function bar({ path: page }: Framed, beside: Beside): Html {
  const { site } = beside;
  const folder = page.split('/')[1] ?? '';
  const links = roomsOf(beside).map(({ path, title, folders }) => {
    const current = path === page ? 'page' : folders.includes(folder) ? 'true' : undefined;
    return linked({ path, title }, current && html` aria-current="${current}"`);
  });
  return html`
    <header class="bar">
      <a class="brand" href="/index.html">${mark}<span>${site}</span></a>
      <nav aria-label="Site">${links}</nav>
      ${searchForm('Bar-search', { needsScript: isOfFiles(beside) })}
      <button type="button" class="button theme scripted" aria-label="Change the theme">☾</button>
    </header>`;
}

interface Box {
  label?: string;
  placeholder?: string;
  /** The question that the box already holds; the box is empty if it is absent. */
  value?: string;
  /** Whether only a script answers the question, as on a host of plain files. */
  needsScript?: boolean;
}

/** Renders a search box, which works without a script unless `needsScript`. */
export const searchForm = (
  id: string,
  { label = 'Search', placeholder = label, value = '', needsScript = false }: Box = {},
): Html => html`
  <form class="search${needsScript && ' scripted'}" action="/search.html" role="search" aria-label="${label}">
    <label class="hidden" for="${id}">${label}</label>
    <input id="${id}" name="q" type="search" placeholder="${placeholder}" value="${value}" autocomplete="off"
      maxlength="200" required>
    <button type="submit">Search</button>
  </form>`;

/** The logo of the site as SVG: three roles and two edges. */
const mark = html`
  <svg class="mark" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
    <path d="M5 10 15 4.5M5 10l10 5.5"/>
    <circle cx="4.5" cy="10" r="3.5"/><circle cx="15.5" cy="4.5" r="3"/><circle cx="15.5" cy="15.5" r="3"/>
  </svg>`;

const linked = ({ path, title }: Link, more?: Html): Html =>
  html`<a href="${readingLink(path)}"${more}>${title}</a>`;

/** Returns the address of the site that serves the Markdown of a page, without a slash at its end. */
const siteOf = ({ address, path }: Source): string => address.slice(0, -path.length);

/** Renders the breadcrumbs and the links to the Markdown; undefined on the start page, whose foot has these links. */
function top({ source, title }: Framed, beside: Beside): Html | undefined {
  const { crumbs } = beside;
  if (crumbs.length === 0) return undefined;
  const items = crumbs.map(link => html`<li>${linked(link)}</li>`);
  return html`
    <section class="top" aria-label="This page">
      <nav class="crumbs" aria-label="Breadcrumbs"><ol>${items}</ol></nav>
      ${source && actions({ ...source, title }, isOfFiles(beside) ? undefined : `${siteOf(source)}/mcp`, beside)}
    </section>`;
}

/**
 * Renders the list of the pages on the same shelf; undefined if there is none. It comes after the text, so that it does not push
 * the text down on a narrow screen.
 */
function sidebar({ path }: Framed, { siblings }: Beside): Html | undefined {
  if (!siblings) return undefined;
  const items = siblings.links.map(link => {
    return html`<li>${linked(link, link.path === path ? html` aria-current="page"` : undefined)}</li>`;
  });
  return html`<nav class="side" aria-label="${siblings.title}"><h2>${siblings.title}</h2><ul>${items}</ul></nav>`;
}

/** The fewest headings for which a page has a table of contents. */
const minHeadings = 3;

/**
 * Renders the table of contents, without headings that are only numbers of rules; undefined on the
 * start page and on pages with few headings.
 */
function contents({ path, headings }: Framed): Html | undefined {
  const named = path === '/' ? [] : headings.filter(({ text }) => !/^\d+$/.test(text));
  if (named.filter(({ depth }) => depth === 2).length < minHeadings) return undefined;
  const items = named.map(
    ({ depth, id, text }) => html`<li class="d${depth}"><a href="#${id}">${text}</a></li>`,
  );
  return html`<nav class="toc" aria-label="On this page"><h2>On this page</h2><ul>${items}</ul></nav>`;
}

function neighbours({ previous, next }: Beside): Html | undefined {
  if (!previous && !next) return undefined;
  const turn = ({ path, title }: Link, rel: string, name: string) =>
    html`<a class="${rel}" rel="${rel}" href="${readingLink(path)}"><small>${name}</small>${title}</a>`;
  return html`
    <nav class="turn" aria-label="Neighbours">
      ${previous && turn(previous, 'prev', 'Previous')}
      ${next && turn(next, 'next', 'Next')}
    </nav>`;
}

function foot({ source, isAnswer }: Framed, beside: Beside): Html {
  const { artifact } = beside;
  return html`
    <footer class="foot">
      ${source && !isAnswer && verifyPart(source, artifact)}
      <section aria-labelledby="For-agents">
        <h2 id="For-agents">For agents</h2>
        <p>Every page is also Markdown: replace <code>.html</code> with <code>.md</code>, or begin at${' '}
          <a href="/llms.txt">llms.txt</a>.${isOfFiles(beside) ? '' : html` The MCP endpoint is <code>/mcp</code>.`}</p>
        <p><a href="/trust/keys.html">Keys</a> · <a href="/status.html">Status and limits</a> ·${' '}
          ${optionalLinks(statusLinks, beside).map(link => html`${link} · `)}
          <a href="/docs/index.html">Contract</a> · <a href="/changes.html">Changes</a></p>
      </section>
      <nav class="lists" aria-labelledby="All-lists">
        <h2 id="All-lists">Everything</h2>
        <ul class="chips">${optionalLinks(lists, beside).map(link => html`<li>${link}</li>`)}</ul>
      </nav>
    </footer>`;
}

const verifyPart = ({ path, digest }: Source, artifact: Beside['artifact']): Html => html`
  <section aria-labelledby="Verify-page">
    <h2 id="Verify-page">Verify this page</h2>
    <dl>
      <dt>Source</dt><dd><a href="${path}">${path}</a></dd>
      <dt>SHA-256</dt><dd><code class="digest">${digest}</code></dd>
      ${artifact && proofs(artifact)}
    </dl>
  </section>`;

function proofs({ digest, status, logIndex }: NonNullable<Beside['artifact']>): Html {
  const page = (name: string) => `/artifacts/sha256/${digest}/${name}.html`;
  return html`
    <dt>Status</dt><dd><a href="${page('status')}">${status}</a></dd>
    <dt>Signature</dt><dd><a href="${page('signature')}">receipt with commands to check it</a></dd>
    ${logIndex !== undefined && html`<dt>Log</dt><dd>entry ${logIndex} of <a href="/log/checkpoint">the log</a></dd>`}`;
}
