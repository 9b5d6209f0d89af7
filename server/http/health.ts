/**
 * `GET /livez` and `GET /readyz`: plain text for probes, never stored, never in the catalog. A server is ready while it serves pages;
 * the database is named without making it unready, since pages never wait for it, unless the probe asks for the strict form. Searches
 * wait for their index themselves.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { paths } from '#document/message/door.ts';
import type { Context, HealthState } from './context.ts';

interface HealthAnswer {
  status: 200 | 503;
  /** The body: a line with the verdict, then a line for each check. */
  text: string;
}

export const isProbePath = (path: string): boolean => path === paths.live || path === paths.ready;

/** The process answers, which is all that liveness asks. */
const liveness = (): HealthAnswer => ({ status: 200, text: 'live\n' });

/**
 * Tells whether requests should be sent here.
 * @param strict whether the database counts, and that the newest catalog is served
 */
function readiness(
  { pages, draining, canSearch, databaseAnswers, degraded }: HealthState,
  strict: boolean,
): HealthAnswer {
  const ready = pages > 0 && !draining && (!strict || (databaseAnswers && degraded === undefined));
  const lines = [
    ready ? 'ready' : 'not ready',
    `catalog: ${pages} pages`,
    `draining: ${draining ? 'yes' : 'no'}`,
    `database: ${databaseAnswers ? 'answers' : 'away'}`,
    ...(canSearch ? [] : ['search: loading']),
    ...(degraded === undefined ? [] : [`degraded: ${degraded}`]),
  ];
  return { status: ready ? 200 : 503, text: `${lines.join('\n')}\n` };
}

const probes = [paths.live, paths.ready].flatMap(path => [path, `${path}?strict`]);

/** Tells whether an address is that of a probe. */
export const isProbe = ({ url }: IncomingMessage): boolean => probes.includes(url!);

/** Answers a probe. `?strict` also asks for the database. */
export function answerHealth(request: IncomingMessage, response: ServerResponse, context: Context): void {
  const [path, query] = request.url!.split('?', 2);
  const { status, text } = path === paths.live ? liveness() : readiness(context.health(), query === 'strict');
  response.writeHead(status, [
    ...context.common,
    ...['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store'],
    ...['Content-Length', String(Buffer.byteLength(text))],
  ]);
  response.end(request.method === 'HEAD' ? undefined : text);
}
