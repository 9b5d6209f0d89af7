/** Replies that are written for a request: error documents, redirects, preflights. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { writeDocument } from '#document/front-matter.ts';
import { error as errorKind } from '#document/kind/error.ts';
import { head } from '#document/kind/kind.ts';
import { oncePer } from '#document/once-per.ts';
import { type Openness, openTo } from '../header/cors.ts';
import { discoveryLinks } from '../header/links.ts';
import { Head } from '../header/preserialized-headers.ts';
import { type Refusal, refusalTitles } from '../refusal.ts';
import { documentHeaders } from './document-headers.ts';

const maxPath = 256;

/** The error document of a refusal (docs/http.md#11). Nothing in it comes from a failure of the service. */
export function errorDocument(
  refusal: Refusal,
  request: { path: string; id: string; baseUrl: string; visibility?: 'public' | 'tenant' },
): string {
  const title = refusalTitles[refusal.code];
  const { path, baseUrl, id } = request;
  const common = head(errorKind, {
    path,
    baseUrl,
    title,
    description: refusal.message,
    visibility: request.visibility ?? 'public',
  });
  const errors = refusal.errors.map(({ field, rule, message, line, column }) => {
    return { field, rule, message, line, column };
  });
  const value = { ...common, status: refusal.status, code: refusal.code, request_id: id, errors };
  return writeDocument(value, `# ${title}\n\n${refusal.message}`);
}

/** Writes the error document of a refusal as the answer. */
export function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
  context: {
    id: string;
    baseUrl: string;
    common: readonly string[];
    visibility?: 'public' | 'tenant';
    /** Further headers, names and values in turn. */
    more?: readonly string[];
  },
): void {
  const path = shownPath(request.url);
  const body = Buffer.from(errorDocument(refusal, { path, ...context }));
  const { Connection: connection, ...headers } = refusal.headers;
  if (connection === 'close') response.shouldKeepAlive = false;
  const own = ['Content-Length', String(body.length), 'Request-Id', context.id, ...(context.more ?? [])];
  for (const name in headers) own.push(name, headers[name]!);
  refusalHead(context.common, refusal.status, context.visibility).sendWith(response, own, body);
}

/** The heads of refusals, each made ready when it is first given: refusing must cost less than serving. */
const refusalHeads = oncePer((_common: readonly string[]) => new Map<string, Head>());

function refusalHead(common: readonly string[], status: number, visibility = 'public'): Head {
  const heads = refusalHeads(common);
  const key = `${status} ${visibility}`;
  let head = heads.get(key);
  if (!head) {
    head = new Head(status, [
      ...documentHeaders(common, errorKind.kind, discoveryLinks),
      // Whoever may read a page may read why it was refused.
      ...(visibility === 'tenant' ? [] : openTo.error),
    ]);
    heads.set(key, head);
  }
  return head;
}

/** The path of a request as an error document may repeat it: without query, shortened, plain characters only. */
function shownPath(url = '/'): string {
  const path = url.split(/[?#]/)[0]!.slice(0, maxPath);
  return /^\/[A-Za-z0-9._~/-]*$/.test(path) ? path : '/';
}

/** Answers 308: the page has another address, for good. */
export function sendRedirect(response: ServerResponse, to: string, common: readonly string[]): void {
  const headers = [...common, 'Location', to, 'Content-Length', '0', 'Cache-Control', 'public, max-age=3600'];
  response.writeHead(308, [...headers, ...openTo.redirect]);
  response.end();
}

/** Answers OPTIONS of what is public, a preflight of a browser above all. */
export function sendPreflight(
  response: ServerResponse,
  { methods, headers, exposed }: Openness,
  common: readonly string[],
): void {
  response.writeHead(204, [
    ...common,
    ...['Access-Control-Allow-Origin', '*', 'Access-Control-Allow-Methods', methods],
    ...['Access-Control-Allow-Headers', headers, 'Access-Control-Expose-Headers', exposed],
    ...['Access-Control-Max-Age', '86400', 'Allow', methods],
  ]);
  response.end();
}
