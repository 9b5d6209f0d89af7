/**
 * The preview over HTTP, for browsers on this machine.
 *
 * Each page gets one script more than the build gives it. That script hears of every change over `/preview/events` and loads the
 * page again when its digest is another one.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sha256Hex } from '#document/text/digest.ts';
import { policies } from '#edition/policy.ts';
import { isForThisMachine, isFromOwnPage } from './guard.ts';
import { answerSearch } from './search.ts';
import type { PreviewSite, Shown } from './site.ts';

const asset = (name: string): string => readFileSync(join(import.meta.dirname, 'asset', name), 'utf8');

const own: Readonly<Record<string, { mediaType: string; body: string }>> = {
  '/preview/script.js': { mediaType: 'text/javascript; charset=utf-8', body: asset('script.js') },
  '/preview/style.css': { mediaType: 'text/css; charset=utf-8', body: asset('style.css') },
};

const eventsPath = '/preview/events';
const fixPath = '/preview/fix';

/** A page in a browser that listens. */
interface Listener {
  /** Its path and query. */
  address: string;
  response: ServerResponse;
}

export class PreviewServer {
  readonly #server: Server;
  readonly #listeners = new Set<Listener>();
  #site: PreviewSite | undefined;

  constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(error => {
        if (!response.headersSent) send(response, 500, 'text/plain; charset=utf-8', 'The preview failed.\n');
        response.end();
        process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
      });
    });
  }

  /**
   * Listens on this machine alone. Gives the port.
   * @param port 0 for any that is free
   * @throws Error with the code EADDRINUSE when the port is taken
   */
  listen(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', () => resolve(this.#port));
    });
  }

  /** Serves a site from now on. */
  serve(site: PreviewSite): void {
    this.#site = site;
  }

  /** Tells every open page what it shows now. */
  async tell(): Promise<void> {
    await Promise.all([...this.#listeners].map(listener => this.#tellOne(listener)));
  }

  close(): Promise<void> {
    for (const { response } of this.#listeners) response.end();
    this.#server.closeAllConnections();
    return new Promise(resolve => this.#server.close(() => resolve()));
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isForThisMachine(request, this.#port))
      return refuse(response, 403, 'The preview answers this machine only, at localhost or 127.0.0.1.');
    const { pathname: path, searchParams, search } = new URL(`http://preview${request.url}`);
    if (path === fixPath) return this.#fix(request, response);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(response, 405, 'Only GET and HEAD are allowed here.', { Allow: 'GET, HEAD' });
    const site = this.#site;
    if (!site) return refuse(response, 503, 'The preview is starting.', { 'Retry-After': '1' });
    if (path === eventsPath) return this.#hear(request, response, searchParams.get('of') ?? '/');
    const file = own[path];
    if (file) return send(response, 200, file.mediaType, file.body);
    const to = site.redirect(path);
    if (to !== undefined) return refuse(response, 302, `See ${to}.`, { Location: to });
    const found = await answerSearch(site, path, searchParams);
    const wantsHtml = request.headers.accept?.includes('text/html');
    const shown = found ?? (await site.show(chosenFrom(site, path, search, wantsHtml)));
    sendShown(response, shown);
  }

  /** Keeps the response open, and writes to it what concerns its page. */
  async #hear(request: IncomingMessage, response: ServerResponse, address: string): Promise<void> {
    const listener = { address, response };
    response.writeHead(200, { ...common, 'Content-Type': 'text/event-stream; charset=utf-8' });
    response.write('retry: 300\n\n');
    this.#listeners.add(listener);
    request.once('close', () => this.#listeners.delete(listener));
    await this.#tellOne(listener);
  }

  async #tellOne({ address, response }: Listener): Promise<void> {
    const site = this.#site!;
    const [path = '', query] = address.split('?', 2);
    const chosen = chosenFrom(site, path, query === undefined ? '' : `?${query}`, true);
    const shown = await site.show(chosen);
    const diagnostics = site
      .diagnostics(chosen.split('?')[0]!)
      .map(({ fix, ...each }) => ({ ...each, fixable: fix !== undefined }));
    const state = { digest: digestOf(shown), notice: shown.notice, diagnostics };
    response.write(`data: ${JSON.stringify(state)}\n\n`);
  }

  async #fix(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return refuse(response, 405, 'Send it with POST.', { Allow: 'POST' });
    if (!isFromOwnPage(request)) return refuse(response, 403, 'Only pages of the preview may change files.');
    const file = fileIn(await bodyOf(request));
    if (file === undefined) return refuse(response, 400, 'Expected a JSON object with the name of a `file`.');
    const fixed = this.#site?.fix(file);
    if (!fixed) return refuse(response, 409, `${file} has no mistake whose correction is certain.`);
    const edits = fixed.map(({ edit }) => edit);
    send(response, 200, 'application/json', JSON.stringify({ file, edits }));
  }
}

/** The page that an address shows. Some are chosen by a query; `/` is HTML for browsers. */
function chosenFrom(site: PreviewSite, path: string, query: string, wantsHtml = false): string {
  const plain = path === '/' && wantsHtml ? '/index.html' : path;
  return site.pages.has(plain + query) ? plain + query : plain;
}

const common = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

function send(
  response: ServerResponse,
  status: number,
  mediaType: string,
  body: string | Uint8Array,
  more: Record<string, string> = {},
): void {
  const bytes = Buffer.from(body as Uint8Array);
  response.writeHead(status, {
    ...common,
    'Content-Type': mediaType,
    'Content-Length': String(bytes.length),
    ...more,
  });
  response.end(bytes);
}

const refuse = (
  response: ServerResponse,
  status: number,
  text: string,
  more: Record<string, string> = {},
): void => send(response, status, 'text/plain; charset=utf-8', `${text}\n`, more);

function sendShown(response: ServerResponse, shown: Shown): void {
  const { status, mediaType, body } = shown;
  const isPage = mediaType.startsWith('text/html');
  const policy = policies[mediaType] ?? "default-src 'none'";
  const whole = isPage ? withScript(String(body), digestOf(shown)) : body;
  send(response, status, mediaType, whole, { 'Content-Security-Policy': policy });
}

const digestOf = ({ body, notice = '' }: Shown): string =>
  sha256Hex(Buffer.concat([Buffer.from(notice), Buffer.from(body as Uint8Array)]));

/** The page with what the preview adds to it. */
const withScript = (page: string, digest: string): string =>
  page.replace(
    '</head>',
    `<link rel="stylesheet" href="/preview/style.css"><script src="/preview/script.js" data-digest="${digest}" defer></script></head>`,
  );

const maxBody = 4096;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBody) return '';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function fileIn(body: string): string | undefined {
  try {
    const { file } = JSON.parse(body) as { file?: unknown };
    return typeof file === 'string' ? file : undefined;
  } catch {
    return undefined;
  }
}
