/**
 * The end of a server: no client is reset that could have been served.
 *
 * A socket that stops listening resets the connections that it has not accepted yet. So requests are held for a moment first: clients
 * that wait for an answer open no further connections, and soon nobody is left on the way. Then the socket is closed, and those held
 * are answered, each with `Connection: close` (RFC 9112, 9.6).
 */
import type { RequestListener, Server } from 'node:http';
import { Server as SocketServer } from 'node:net';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';

/**
 * The milliseconds during which no client may have connected before the socket is closed, and the number of times that this is
 * tried.
 */
const quietMilliseconds = 25;
const mostQuietings = 20;
/**
 * The milliseconds for which connections without a request are left open. A connection that is closed just as its client sends
 * the next request would be reset; this way the request gets its answer.
 */
const idleTimeout = 3_000;
/** The milliseconds after which requests are cut off. With the steps before and after, a stop takes at most 30 seconds. */
const stopTimeout = 27_000;

/** The stages at which processes that share a port wait for each other. */
export type DrainStage = 'quiet' | 'closed';

export class Drain {
  isDraining = false;
  #waiting: (() => void)[] | undefined;

  /** Wraps a listener so that the drain can hold its requests. */
  around(listener: RequestListener): RequestListener {
    return (request, response) => {
      if (this.isDraining) response.shouldKeepAlive = false;
      if (this.#waiting) this.#waiting.push(() => listener(request, response));
      else listener(request, response);
    };
  }

  /**
   * Ends a server, and resolves when its last connection is closed.
   * @param meet resolves when every process that shares the port is at this point: a client that one of them answers too early
   *   connects to another, which is about to close
   */
  async stop(server: Server, meet: (stage: DrainStage) => Promise<void> = async () => {}): Promise<void> {
    this.isDraining = true;
    this.#waiting = [];
    await quiet(server);
    await meet('quiet');
    const closed = new Promise<void>(resolve => {
      // That of `http.Server` would also close connections that wait for a request, at once.
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

/** Waits until no client connects any more. */
async function quiet(server: Server): Promise<void> {
  let connections = 0;
  const count = () => {
    connections += 1;
  };
  server.on('connection', count);
  for (let times = 0; times < mostQuietings; times += 1) {
    const before = connections;
    await wait(quietMilliseconds);
    // Timers come before connections in a turn of the event loop: two turns have taken in all that is there.
    await turn();
    await turn();
    if (connections === before) break;
  }
  server.off('connection', count);
}
