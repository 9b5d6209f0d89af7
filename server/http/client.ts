/** The address a request comes from, behind as many proxies as the operator trusts. */
import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';

/** Whether an address, so many hops away, is a proxy that is trusted. */
export type Trust = (address: string, hop: number) => boolean;

/** The trust that the setting `TRUST_PROXY` describes: a number of proxies, or their addresses. */
export function trustOf(setting: number | readonly string[]): Trust {
  return typeof setting === 'number' ? (_address, hop) => hop < setting : proxyAddr.compile([...setting]);
}

/** The address of the client; empty when the connection is gone. It is never stored or logged. */
export function clientAddress(request: IncomingMessage, trust: Trust): string {
  return proxyAddr(request, trust) ?? '';
}

/** Whether every request of this connection comes from the same client: no proxy names another in a header. */
export function speaksForItself({ headers }: IncomingMessage): boolean {
  return headers['x-forwarded-for'] === undefined;
}
