/**
 * Serves the preview over HTTP, for browsers on this machine. Each page gets a panel with its mistakes, and a script that learns
 * over `/preview/events` when the page has changed, and then loads it again.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sha256Hex } from '#document/text/digest.ts';
import { html } from '#edition/html/html.ts';
import { policies } from '#edition/policy.ts';
import type { Diagnostic, PreviewSite, Shown } from './site.ts';

const plain = 'text/plain; charset=utf-8';
/** The files that the preview adds, by path, with their media types. */
const added: Readonly<Record<string, string>> = {
  '/preview/script.js': 'text/javascript; charset=utf-8',
  '/preview/style.css': 'text/css; charset=utf-8',
};

const common = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
};

export class PreviewServer {
  /** The site to serve. It must be set before the first request. */
  site!: PreviewSite;
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error: Error) => send(response, 500, plain, `${error.message}\n`));
  });
  /** The address of each open page, by the response to its script, which stays open. */
  readonly #listeners = new Map<ServerResponse, string>();

  /**
   * Listens on this machine alone, and resolves with the port.
   * @param port the port, or 0 for any that is free
   * @throws Error with the code EADDRINUSE when the port is taken
   */
  listen(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', () => resolve((this.#server.address() as AddressInfo).port));
    });
  }

  /** Sends every open page the digest of its present content. */
  async tell(): Promise<void> {
    for (const [response, address] of this.#listeners) await this.#tellOne(response, address);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refuse = (status: number, text: string, more = {}) =>
      send(response, status, plain, `${text}\n`, more);
    const { host, origin } = request.headers;
    const { port } = this.#server.address() as AddressInfo;
    // A request under another name may come from a site that points its own name here.
    if (!['localhost', '127.0.0.1', '[::1]'].some(name => host === `${name}:${port}`))
      return refuse(403, 'The preview answers this machine only, at localhost or 127.0.0.1.');
    const { pathname: path, searchParams, search } = new URL(`http://${host}${request.url}`);
    const of = searchParams.get('of') ?? '/';
    if (request.method === 'POST' && path === '/preview/fix') {
      const file = searchParams.get('file') ?? '';
      // Browsers say by `Origin` which page changes something.
      if (origin !== `http://${host}`) return refuse(403, 'Only pages of the preview may change files.');
      if (this.site.fix(file) === 0)
        return refuse(409, `${file} has no mistake whose correction is certain.`);
      return refuse(303, `Corrected ${file}.`, { Location: of });
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(405, 'Only GET is allowed here.');
    if (path === '/preview/events') return this.#hear(response, of);
    const mediaType = added[path];
    if (mediaType)
      return send(response, 200, mediaType, readFileSync(join(import.meta.dirname, 'asset', path.slice(9))));
    const to = this.site.redirect(path);
    if (to !== undefined) return refuse(302, `See ${to}.`, { Location: to });
    const shown = await this.site.show(path + search);
    const policy = { 'Content-Security-Policy': policies[shown.mediaType] ?? "default-src 'none'" };
    send(response, shown.status, shown.mediaType, withScript(shown, this.site.diagnostics()), policy);
  }

  /** Keeps a response open, and sends over it the digest of the page at the address, now and whenever it changes. */
  async #hear(response: ServerResponse, address: string): Promise<void> {
    response.writeHead(200, { ...common, 'Content-Type': 'text/event-stream; charset=utf-8' });
    response.write('retry: 300\n\n');
    this.#listeners.set(response, address);
    response.once('close', () => this.#listeners.delete(response));
    await this.#tellOne(response, address);
  }

  async #tellOne(response: ServerResponse, address: string): Promise<void> {
    const page = withPanel(await this.site.show(address), this.site.diagnostics());
    response.write(`data: ${sha256Hex(page)}\n\n`);
  }
}

function send(to: ServerResponse, status: number, type: string, body: string | Uint8Array, more = {}): void {
  to.writeHead(status, { ...common, 'Content-Type': type, ...more }).end(body);
}

/** Adds the style and script of the preview to an HTML page; returns any other body unchanged. */
function withScript(shown: Shown, diagnostics: readonly Diagnostic[]): string | Uint8Array {
  if (!shown.mediaType.startsWith('text/html')) return shown.body;
  const page = withPanel(shown, diagnostics);
  const script = html`<script src="/preview/script.js" data-digest="${sha256Hex(page)}" defer></script>`;
  return page.replace('</head>', `<link rel="stylesheet" href="/preview/style.css">${script}</head>`);
}

/**
 * Adds a panel with the notice and the mistakes to a page, with the mistakes of the page itself first. Without a notice or
 * mistakes, returns the page unchanged.
 */
function withPanel({ path, body, notice }: Shown, diagnostics: readonly Diagnostic[]): string {
  if (notice === undefined && diagnostics.length === 0) return String(body);
  const own = diagnostics.filter(({ page }) => page === path);
  const others = diagnostics.filter(({ page }) => page !== path);
  const listOf = (title: string, all: readonly Diagnostic[]) =>
    all.length > 0 && html`<p>${title}: ${all.length}</p><ul>${all.map(each => itemOf(each, path))}</ul>`;
  const panel = html`<aside class="preview" aria-label="Preview"><p><strong>${notice}</strong></p>
${listOf('Mistakes of this page', own)}${listOf('Mistakes elsewhere', others)}</aside></body>`;
  return String(body).replace('</body>', () => String(panel));
}

function itemOf({ file, line, column, path, page, message, help, rule, fixable }: Diagnostic, shown: string) {
  const place = `:${line}:${column}`;
  const address = `/preview/fix?${new URLSearchParams({ file, of: shown })}`;
  const button = html`<form method="post" action="${address}"><button>Fix what is certain in this file</button></form>`;
  return html`<li><a href="vscode://file${encodeURI(path)}${place}">${file}${place}</a>
<p><strong>${message}</strong> [${rule}]</p><p>${help}</p>${fixable ? button : ''}
${page === shown ? '' : html`<a href="${page}">Show the page</a>`}</li>`;
}
