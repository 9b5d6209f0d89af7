/**
 * Handles requests that a client sends before it has read the answers to its earlier ones. Each is handled when the earlier
 * answers were sent, so a client that does not read costs one answer at a time. The number of waiting requests is limited.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The most requests that may wait on one connection, and on all connections together. */
const maxWaiting = 100;
const maxWaitingOnAll = 20_000;

export interface Pipeline {
  /** The listener that handles the requests of a connection in turn. */
  listener: RequestListener;
  /** Tells whether requests wait on a connection. */
  isWaiting(socket: Socket): boolean;
}

/**
 * Makes a listener that handles the requests of a connection one after the other, each when the one before was answered. A
 * connection with too many waiting requests is closed.
 */
export function inTurn(
  listener: RequestListener,
  { onOne = maxWaiting, onAll = maxWaitingOnAll } = {},
): Pipeline {
  const queues = new WeakMap<Socket, { length: number }>();
  let total = 0;

  function queueOf(socket: Socket): { length: number } {
    const known = queues.get(socket);
    if (known) return known;
    const queue = { length: 0 };
    queues.set(socket, queue);
    socket.once('close', () => {
      total -= queue.length;
      queue.length = 0;
    });
    return queue;
  }

  function wait(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    // Requests that arrived together with one that closed the connection still get here.
    if (socket.destroyed) return;
    const queue = queueOf(socket);
    if (total >= onAll || queue.length >= onOne) {
      socket.destroy();
      return;
    }
    total += 1;
    queue.length += 1;
    // Node.js assigns the connection to a response when its turn has come.
    const assign = response.assignSocket;
    response.assignSocket = assigned => {
      total -= 1;
      queue.length -= 1;
      assign.call(response, assigned);
      listener(request, response);
    };
  }

  return {
    listener: (request, response) => {
      if (response.socket === null) wait(request, response);
      else listener(request, response);
    },
    isWaiting: socket => (queues.get(socket)?.length ?? 0) > 0,
  };
}
