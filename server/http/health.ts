/**
 * `GET /livez` and `GET /readyz`: plain text for probes, which is never stored and not part of the catalog.
 *
 * A server is ready while it serves pages. The state of the database is told, but makes a server unready only for a probe that
 * asks for the strict form, since pages never need the database. Searches wait for their index by themselves.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { paths } from '#document/message/door.ts';
import type { Context, HealthState } from './context.ts';

interface HealthAnswer {
  status: 200 | 503;
  /** The body: a line with the verdict, then one line for each check. */
  text: string;
}

export const isProbePath = (path: string): boolean => path === paths.live || path === paths.ready;

/** Returns the answer to a probe of liveness: always 200, since the process answers. */
const liveness = (): HealthAnswer => ({ status: 200, text: 'live\n' });

/**
 * Returns the answer to a probe of readiness: 200 if requests should be sent to this server, else 503.
 * @param strict whether the server is unready while the database does not answer or the newest catalog cannot be served
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

/** Tells whether a request is a probe of liveness or readiness. */
export const isProbe = ({ url }: IncomingMessage): boolean => probes.includes(url!);

/** Answers a probe. The query `?strict` asks for the strict form of readiness. */
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
