/** Answers GET and HEAD of tenant routes: admits the call, asks the handler, writes the page with its digest. */
import type { ServerResponse } from 'node:http';
import { digestHeader, sha256Hex } from '#document/text/digest.ts';
import { markdown } from '#document/text/media-type.ts';
import type { Context } from '../http/context.ts';
import { listsTag } from '../http/etag.ts';
import { rateHeaders } from '../http/rate-headers.ts';
import { describedBy } from '../site/links.ts';
import { type Admission, admit, type Call, type RoutedRequest } from './access.ts';

/** The answer of a handler to GET. */
export interface TenantPage {
  /** The canonical path of the page. */
  path: string;
  text: string;
  /** The kind of the document, whose schema the header `Link` leads to. */
  kind: string;
  /** Further values of the header `Link`, each complete; none if absent. */
  links?: readonly string[];
  /** Further headers, names and values in turn; none if absent. */
  headers?: readonly string[];
  /** Whether the bytes at this path can never change; false if absent. */
  immutable?: boolean;
}

export type Read = (call: Call) => Promise<TenantPage>;

export async function answerRead(
  request: RoutedRequest,
  response: ServerResponse,
  context: Context,
  route: Admission & { read: Read },
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const call = await admit(request, route, context, gone.signal);
  const page = await route.read(call);
  if (gone.signal.aborted) return;
  sendTenantPage(request, response, page, call);
}

function sendTenantPage(
  request: RoutedRequest,
  response: ServerResponse,
  page: TenantPage,
  { context }: Call,
): void {
  const body = Buffer.from(page.text);
  const digest = sha256Hex(body);
  const etag = `"${digest}"`;
  const shared = [
    ...context.common,
    ...rateHeaders(request),
    'ETag',
    etag,
    ...pageHeaders(page, context.site().baseUrl),
  ];
  if (listsTag(request.headers['if-none-match'] ?? '', etag)) {
    response.writeHead(304, shared);
    response.end();
    return;
  }
  const length = String(body.length);
  const own = ['Content-Type', markdown, 'Content-Length', length];
  response.writeHead(200, [...own, 'Repr-Digest', digestHeader(digest), ...shared]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

function pageHeaders(
  { path, kind, links = [], headers = [], immutable }: TenantPage,
  baseUrl: string,
): string[] {
  return [
    'Cache-Control',
    immutable ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    'Vary',
    'Authorization',
    'Link',
    [`<${baseUrl}${path}>; rel="canonical"`, describedBy(kind), ...links].join(', '),
    ...headers,
  ];
}
