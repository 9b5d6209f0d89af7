/** `GET /livez` and `GET /readyz`: plain text for probes, never stored, never in the catalog. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../context.ts';
import { liveness, livePath, readiness } from '../process/health.ts';

/** Answers a probe. `?strict` also asks for the database. */
export function answerHealth(request: IncomingMessage, response: ServerResponse, context: Context): void {
  const [path, query] = request.url!.split('?', 2);
  const strict = query !== undefined && new URLSearchParams(query).has('strict');
  const { status, text } = path === livePath ? liveness() : readiness(context.health(), strict);
  response.writeHead(status, [
    ...context.common,
    ...['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store'],
    ...['Content-Length', String(Buffer.byteLength(text))],
  ]);
  response.end(request.method === 'HEAD' ? undefined : text);
}
