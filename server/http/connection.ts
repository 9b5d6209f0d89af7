/**
 * Limits the number of connections. At the limit, of all connections or of those from one network, a new connection replaces
 * one that waits for its client, the longest idle first. So clients that do nothing never keep others out, wherever they come
 * from.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networksOf } from '../ticket/rule/network.ts';
import type { TrustsProxy } from './admission/client.ts';

export interface ConnectionLimits {
  /** The most connections at the same time. */
  total: number;
  /** The most connections at the same time from one IPv4 address or IPv6 /64. */
  perNetwork: number;
}

interface Connection {
  readonly socket: Socket;
  /** The network for which the connection is counted; undefined for a trusted proxy. */
  readonly network: string | undefined;
  /**
   * The number of bytes that had been written to the connection at the last look. If more were written since, it is kept for
   * another round.
   */
  sent: number;
}

/** The most connections that are looked at to make room for a new one. */
const maxLooks = 1000;

/**
 * Keeps the connections of a server within the limits. A connection for which there is no room is closed before anything is
 * read from it.
 * @param trustsProxy tells which addresses are proxies; a proxy carries many clients and has no limit of its own
 */
export function limitConnections(server: Server, limits: ConnectionLimits, trustsProxy: TrustsProxy): void {
  const listeners = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  const gate = new Gate(limits, trustsProxy);
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    if (!gate.admit(socket)) socket.destroy();
    else for (const listener of listeners) listener.call(server, socket);
  });
}

class Gate {
  readonly #limits: ConnectionLimits;
  readonly #trustsProxy: TrustsProxy;
  /** All connections, in the order in which they are looked at. A connection that was looked at and kept moves to the end. */
  readonly #all = new Set<Connection>();
  readonly #ofNetwork = new Map<string, Set<Connection>>();

  constructor(limits: ConnectionLimits, trustsProxy: TrustsProxy) {
    this.#limits = limits;
    this.#trustsProxy = trustsProxy;
  }

  /** Counts a connection. Returns false when there is no room for it. */
  admit(socket: Socket): boolean {
    const { remoteAddress: address } = socket;
    // The client has gone already.
    if (address === undefined) return false;
    const network = this.#trustsProxy(address, 0) ? undefined : (networksOf(address)?.client ?? address);
    const neighbours = network === undefined ? undefined : this.#ofNetwork.get(network);
    if (neighbours && neighbours.size >= this.#limits.perNetwork && !this.#makeRoom(neighbours)) return false;
    if (this.#all.size >= this.#limits.total && !this.#makeRoom(this.#all)) return false;
    this.#add({ socket, network, sent: 0 });
    return true;
  }

  #add(connection: Connection): void {
    const { network, socket } = connection;
    this.#all.add(connection);
    if (network !== undefined) {
      const neighbours = this.#ofNetwork.get(network);
      if (neighbours) neighbours.add(connection);
      else this.#ofNetwork.set(network, new Set([connection]));
    }
    socket.once('close', () => this.#remove(connection));
  }

  #remove(connection: Connection): void {
    this.#all.delete(connection);
    const { network } = connection;
    const neighbours = network === undefined ? undefined : this.#ofNetwork.get(network);
    neighbours?.delete(connection);
    if (neighbours?.size === 0) this.#ofNetwork.delete(network!);
  }

  /** Closes a connection that waits for its client. Returns false when no connection does. */
  #makeRoom(connections: Set<Connection>): boolean {
    const idle = longestIdle(connections);
    if (idle === undefined) return false;
    this.#remove(idle);
    idle.socket.destroy();
    return true;
  }
}

/**
 * Finds a connection to close: the first that waits for its client and got no answer since the last look, or else the first
 * that waits for its client. Connections that were looked at move to the end, so that the next call continues behind them.
 */
function longestIdle(connections: Set<Connection>): Connection | undefined {
  let answered: Connection | undefined;
  let looks = 0;
  for (const connection of connections) {
    if (looks === maxLooks) break;
    looks += 1;
    const { socket } = connection;
    if (waitsForClient(socket)) {
      const sent = socket.bytesWritten;
      if (sent === connection.sent) return connection;
      connection.sent = sent;
      answered ??= connection;
    }
    connections.delete(connection);
    connections.add(connection);
  }
  return answered;
}

/**
 * Returns the response that Node.js is sending on a connection; undefined if it sends none. The types of Node.js lack the field.
 */
export const responseOn = (socket: Socket): ServerResponse | undefined =>
  (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;

/** Tells whether the next step is the client's: sending a request or the rest of one, or reading its answer. */
function waitsForClient(socket: Socket): boolean {
  const response = responseOn(socket);
  return response === undefined || response.writableEnded || !response.req.complete;
}
