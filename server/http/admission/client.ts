/** The address a request comes from, behind as many proxies as the operator trusts. */
import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import { networksOf } from '../../ticket/rule/network.ts';

/** Whether an address, at a number of hops, is a trusted proxy. */
export type TrustsProxy = (address: string, hop: number) => boolean;

/** Returns the trust that the setting `TRUST_PROXY` describes: a number of proxies, or their addresses. */
export function trustsProxyOf(setting: number | readonly string[]): TrustsProxy {
  return typeof setting === 'number' ? (_address, hop) => hop < setting : proxyAddr.compile([...setting]);
}

/** Returns the address of the client; empty when the connection is gone. It is never stored or logged. */
export function clientAddress(request: IncomingMessage, trustsProxy: TrustsProxy): string {
  return proxyAddr(request, trustsProxy) ?? '';
}

/** Tells whether every request of this connection comes from the same client: no proxy names another in a header. */
export function speaksForItself({ headers }: IncomingMessage): boolean {
  return headers['x-forwarded-for'] === undefined;
}

/** The network of clients for which a proxy gives no valid address. */
const unknown = 'unknown';
/** Further away than any number of proxies that can be set: only an address that is named as a proxy is trusted there. */
const farAway = 100;

/**
 * Returns the network that a request counts for where networks have limits.
 * @returns undefined for a trusted proxy that speaks for itself
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

/** Returns the network at the other end of a connection, which sends many requests from there. */
function peerNetwork(socket: object, address: string): string {
  let network = peerNetworks.get(socket);
  if (network === undefined) {
    network = networksOf(address)?.client ?? unknown;
    peerNetworks.set(socket, network);
  }
  return network;
}

/** An address as some proxies write it, with the port beside it. */
const withoutPort = (text: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
