/**
 * Stops a server without resetting a client that could still have been served.
 *
 * A socket that stops listening resets the connections that it has not accepted yet. Therefore requests are first held for a
 * moment: clients that wait for an answer open no further connections, and soon no connection is waiting to be accepted. Then
 * the socket is closed and the held requests are answered, each with `Connection: close` (RFC 9112, 9.6).
 */
import type { RequestListener, Server } from 'node:http';
import { Server as SocketServer } from 'node:net';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';

/** The milliseconds without a new connection after which the socket is closed, and the most times that this is waited for. */
const quietMilliseconds = 25;
const mostQuietings = 20;
/**
 * The milliseconds for which connections without a request stay open. Closing one at the moment when its client sends the next
 * request would reset it; while it is open, that request is still answered.
 */
const idleTimeout = 3_000;
/** The milliseconds after which requests are cut off. With the steps before and after, a stop takes at most 30 seconds. */
const stopTimeout = 27_000;

/** The stages of a stop at which processes that share a port wait for each other. */
export type DrainStage = 'quiet' | 'closed';

export class Drain {
  isDraining = false;
  #waiting: (() => void)[] | undefined;

  /** Wraps a listener so that its requests can be held during a stop. */
  around(listener: RequestListener): RequestListener {
    return (request, response) => {
      if (this.isDraining) response.shouldKeepAlive = false;
      if (this.#waiting) this.#waiting.push(() => listener(request, response));
      else listener(request, response);
    };
  }

  /**
   * Stops a server, and resolves when its last connection is closed.
   * @param meet resolves when every process that shares the port has reached the stage. Without it, a client that one process
   *   answers too early could connect to another process that is about to close.
   */
  async stop(server: Server, meet: (stage: DrainStage) => Promise<void> = async () => {}): Promise<void> {
    this.isDraining = true;
    this.#waiting = [];
    await quiet(server);
    await meet('quiet');
    const closed = new Promise<void>(resolve => {
      // The method of `http.Server` would also close, at once, the connections that wait for a request.
      SocketServer.prototype.close.call(server, () => resolve());
    });
    await meet('closed');
    const waiting = this.#waiting;
    this.#waiting = undefined;
    for (const answer of waiting) answer();
    const timers = [
      setTimeout(() => server.closeIdleConnections(), idleTimeout),
      setTimeout(() => server.closeAllConnections(), stopTimeout),
    ];
    await closed;
    for (const timer of timers) clearTimeout(timer);
  }
}

/** Waits until no client has connected for 25 milliseconds, or for the most such periods that a stop waits. */
async function quiet(server: Server): Promise<void> {
  let connections = 0;
  const count = () => {
    connections += 1;
  };
  server.on('connection', count);
  for (let times = 0; times < mostQuietings; times += 1) {
    const before = connections;
    await wait(quietMilliseconds);
    // In a turn of the event loop, timers come before connections, so after two turns every connection that was there has been
    // counted.
    await turn();
    await turn();
    if (connections === before) break;
  }
  server.off('connection', count);
}
