/** The address a request comes from, behind as many proxies as the operator trusts. */
import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import { networksOf } from '../../ticket/rule/network.ts';

/** Tells whether an address is a trusted proxy, given its number of hops from this server. */
export type TrustsProxy = (address: string, hop: number) => boolean;

/**
 * Makes the function that tells which proxies are trusted.
 * @param setting the value of `TRUST_PROXY`: a number of proxies, or the addresses of the proxies
 */
export function trustsProxyOf(setting: number | readonly string[]): TrustsProxy {
  return typeof setting === 'number' ? (_address, hop) => hop < setting : proxyAddr.compile([...setting]);
}

/** Returns the address of the client; empty when the connection is gone. It is never stored or logged. */
export function clientAddress(request: IncomingMessage, trustsProxy: TrustsProxy): string {
  return proxyAddr(request, trustsProxy) ?? '';
}

/**
 * Tells whether every request of this connection comes from the same client, which is so unless a header of a proxy names a
 * client.
 */
export function speaksForItself({ headers }: IncomingMessage): boolean {
  return headers['x-forwarded-for'] === undefined;
}

/** The network of a client for which a proxy gave no valid address. */
const unknown = 'unknown';
/** A number of hops beyond every setting, so that a proxy is trusted there only by its address. */
const farAway = 100;

/**
 * Returns the network for which a request is counted, where networks have limits.
 * @returns undefined for a request that a trusted proxy sends for itself
 */
export function clientNetwork(request: IncomingMessage, trustsProxy: TrustsProxy): string | undefined {
  const { socket } = request;
  const peer = socket.remoteAddress ?? '';
  if (!trustsProxy(peer, 0)) return peerNetwork(socket, peer);
  if (speaksForItself(request)) return undefined;
  const address = withoutPort(clientAddress(request, trustsProxy));
  const network = networksOf(address)?.client;
  if (network === undefined) return unknown;
  return trustsProxy(address, farAway) ? undefined : network;
}

const peerNetworks = new WeakMap<object, string>();

/** Returns the network at the other end of a connection. Remembers it, since many requests come over one connection. */
function peerNetwork(socket: object, address: string): string {
  let network = peerNetworks.get(socket);
  if (network === undefined) {
    network = networksOf(address)?.client ?? unknown;
    peerNetworks.set(socket, network);
  }
  return network;
}

/** Returns an address without the port that some proxies write behind it. */
const withoutPort = (text: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
