/** Answers requests that fail. A refusal is explained to the client; any other error is only logged. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { searchTwin } from '../search/address.ts';
import { PoolerMismatch, StoreAway, StoreBusy } from '../store/database/backend.ts';
import { tell } from '../support/diagnostics.ts';
import { Refusal } from '../support/refusal.ts';
import type { Context } from './context.ts';
import { splitTarget } from './find.ts';
import { asksForHtml } from './live-page.ts';
import { rateHeaders } from './rate-headers.ts';
import { sendRefusal } from './reply.ts';

/** Writes the answer to a request that threw: the document of a refusal, or for any other error a 500 that reveals nothing. */
export function answerError(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  context: Context,
): void {
  const id = randomUUID();
  const refusal = asRefusal(error);
  const facts = { request_id: id, status: refusal.status, code: refusal.code };
  if (refusal.code === 'internal_error') context.log.error({ ...facts, err: error }, 'request failed');
  else if (error instanceof PoolerMismatch)
    context.log.error({ ...facts, reason: error.message }, 'request refused');
  else context.log[refusal.status >= 500 ? 'warn' : 'debug'](facts, 'request refused');
  if (refusal.status >= 500) tell('failure', { status: refusal.status, reason: reasonOf(error) });
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { path } = splitTarget(request.url ?? '/');
  const visibility = path.startsWith('/v1/tenants/') ? 'tenant' : 'public';
  const send = (page?: string) =>
    sendRefusal(request, response, refusal, {
      id,
      baseUrl: context.site().baseUrl,
      common: context.common,
      visibility,
      more: rateHeaders(request),
      page,
    });
  if (!isForPeople(request, path, context)) {
    send();
    return;
  }
  pageOf(refusal, id, request, context)
    .then(send)
    .catch(err => context.log.error({ ...facts, err }, 'refusal not sent'));
}

/** Returns the reason why a request failed, as a word for metrics. */
function reasonOf(error: unknown): string {
  if (error instanceof PoolerMismatch) return 'database_pooler';
  if (error instanceof StoreAway) return 'database_away';
  if (error instanceof StoreBusy) return 'database_busy';
  return error instanceof Refusal ? error.reason : 'bug';
}

/** Tells whether a refusal is shown as a page of the reading edition (docs/reading.md#9). */
function isForPeople(request: IncomingMessage, path: string, { site }: Context): boolean {
  const { method } = request;
  if ((method !== 'GET' && method !== 'HEAD') || !site().pages.has(searchTwin)) return false;
  if (path === '/') return asksForHtml(request);
  return path.endsWith('.html') && !/^\/(?:v1|mcp)\//.test(path);
}

/** Returns the refusal as a page; undefined if it cannot be rendered now, so that the Markdown is sent instead. */
async function pageOf(
  refusal: Refusal,
  id: string,
  request: IncomingMessage,
  context: Context,
): Promise<string | undefined> {
  try {
    const { renderRefusal } = await import('./refusal-page.ts');
    return await renderRefusal(request, refusal, id, context);
  } catch (err) {
    if (!(err instanceof Refusal)) context.log.error({ request_id: id, err }, 'refusal not rendered');
    return undefined;
  }
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  // Express throws an error with status 400 for a path that it cannot decode.
  if (error instanceof Error && (error as { status?: unknown }).status === 400) {
    return new Refusal(
      'malformed_request',
      'The address of the request cannot be decoded. Write each `%` in it as `%25`, or as part of a valid escape.',
    );
  }
  if (error instanceof StoreBusy) {
    const what = error instanceof StoreAway ? 'The database does not answer.' : 'The database is busy.';
    return new Refusal('service_unavailable', `${what} Send the same request again in a moment.`, {
      headers: { 'Retry-After': '1' },
    });
  }
  return new Refusal(
    'internal_error',
    'The service failed to answer this request. Try again later. The operator can find the fault by the request_id.',
  );
}
