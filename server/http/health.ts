/** `GET /livez` and `GET /readyz`: plain text for probes, never stored, never in the catalog. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../context.ts';
import { liveness, livePath, readiness, readyPath } from '../process/health.ts';

const probes = [livePath, readyPath].flatMap(path => [path, `${path}?strict`]);

/** Whether a request is a probe. */
export const isProbe = ({ method, url }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && probes.includes(url!);

/** Answers a probe. `?strict` also asks for the database. */
export function answerHealth(request: IncomingMessage, response: ServerResponse, context: Context): void {
  const [path, query] = request.url!.split('?', 2);
  const { status, text } = path === livePath ? liveness() : readiness(context.health(), query === 'strict');
  response.writeHead(status, [
    ...context.common,
    ...['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store'],
    ...['Content-Length', String(Buffer.byteLength(text))],
  ]);
  response.end(request.method === 'HEAD' ? undefined : text);
}
