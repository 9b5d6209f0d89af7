/** The access log, with `ACCESS_LOG=1`: one line of JSON for each request, without address, user agent or query. */
import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { RouteName } from './route-name.ts';

/** Wraps a listener so that each request is logged when its answer is sent or its client has gone. */
export function accessLog(log: Logger, routeOf: RouteName): (listener: RequestListener) => RequestListener {
  return listener => (request, response) => {
    const started = performance.now();
    const { socket } = request;
    const before = socket.bytesWritten;
    response.once('close', () => {
      log.info(
        {
          request_id: randomUUID(),
          method: request.method,
          route: routeOf(request),
          status: response.statusCode,
          ...(!response.writableFinished && { aborted: true }),
          bytes: socket.bytesWritten - before,
          milliseconds: Math.round((performance.now() - started) * 1000) / 1000,
        },
        'request',
      );
    });
    listener(request, response);
  };
}
