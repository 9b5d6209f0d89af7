/** Writes the replies that are made for one request: error documents and redirects. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { error as errorKind } from '#document/kind/error.ts';
import { head } from '#document/kind/kind.ts';
import { writeDocument } from '#document/text/front-matter.ts';
import { htmlPage, markdown } from '#document/text/media-type.ts';
import { oncePer } from '#document/text/once-per.ts';
import { openTo } from '../site/cors.ts';
import { discoveryLinks } from '../site/links.ts';
import { Head } from '../site/preserialized-headers.ts';
import { headersFor } from '../site/security-headers.ts';
import { type Refusal, refusalTitles } from '../support/refusal.ts';
import { documentHeaders } from './document-headers.ts';

const maxPath = 256;

/** The facts about a request in an error document. */
interface RefusedRequest {
  path: string;
  id: string;
  baseUrl: string;
  visibility?: 'public' | 'tenant';
}

/**
 * Returns the fields of the error document of a refusal (docs/http.md#7). They reveal nothing about a failure of the service.
 */
export function errorFields(
  { code, status, message: description, errors: refused }: Refusal,
  { path, id, baseUrl, visibility = 'public' }: RefusedRequest,
) {
  const common = head(errorKind, { path, baseUrl, title: refusalTitles[code], description, visibility });
  const errors = refused.map(({ field, rule, message, line, column }) => {
    return { field, rule, message, line, column };
  });
  return { ...common, status, code, request_id: id, errors };
}

/** Returns the error document of a refusal. */
export const errorDocument = (refusal: Refusal, request: RefusedRequest): string =>
  writeDocument(errorFields(refusal, request), `# ${refusalTitles[refusal.code]}\n\n${refusal.message}`);

/** Sends a refusal: as an error document, or as the page that shows it. */
export function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
  context: {
    id: string;
    baseUrl: string;
    common: readonly string[];
    visibility?: 'public' | 'tenant';
    /** Further headers, names and values in turn; none if absent. */
    more?: readonly string[];
    /** The error document as an HTML page of the reading edition; absent if the error document is sent as it is. */
    page?: string | undefined;
  },
): void {
  const { page, common, visibility = 'public' } = context;
  const path = shownPath(request.url);
  const body = Buffer.from(page ?? errorDocument(refusal, { path, ...context }));
  const { Connection: connection, ...headers } = refusal.headers;
  if (connection === 'close') response.shouldKeepAlive = false;
  const own = ['Content-Length', String(body.length), 'Request-Id', context.id, ...(context.more ?? [])];
  for (const name in headers) own.push(name, headers[name]!);
  const mediaType = page === undefined ? markdown : htmlPage;
  refusalHead(common, refusal.status, visibility, mediaType).sendWith(response, own, body);
}

/**
 * Returns the prepared heads of refusals for the common headers of a service. A head is added when it is first sent, so that
 * refusing costs less than serving.
 */
const refusalHeads = oncePer((_common: readonly string[]) => new Map<string, Head>());

function refusalHead(common: readonly string[], status: number, visibility: string, mediaType: string): Head {
  const heads = refusalHeads(common);
  const key = `${status} ${visibility} ${mediaType}`;
  let head = heads.get(key);
  if (!head) {
    head = new Head(status, [
      ...documentHeaders(headersFor(mediaType, common), errorKind.kind, discoveryLinks, mediaType),
      // A client that may read a page may also read why it was refused.
      ...(visibility === 'tenant' ? [] : openTo.error),
    ]);
    heads.set(key, head);
  }
  return head;
}

/**
 * Returns the path of a request in a form that an error document may repeat: without query, shortened, and `/` for a path with
 * unusual characters.
 */
export function shownPath(url = '/'): string {
  const path = url.split(/[?#]/)[0]!.slice(0, maxPath);
  return /^\/[A-Za-z0-9._~/-]*$/.test(path) ? path : '/';
}

/**
 * Answers that a page has another address: with 308 for good, or with 307 until something newer exists. Caches must ask again
 * before they use the 307.
 */
export function sendRedirect(
  response: ServerResponse,
  { redirect, lasting }: { redirect: string; lasting: boolean },
  common: readonly string[],
): void {
  const kept = lasting ? 'public, max-age=3600' : 'public, no-cache';
  const headers = [...common, 'Location', redirect, 'Content-Length', '0', 'Cache-Control', kept];
  response.writeHead(lasting ? 308 : 307, [...headers, ...openTo.redirect]);
  response.end();
}
