/**
 * Under which names the endpoint answers. A page of a stranger that made its own name point to this machine (DNS
 * rebinding) sends that name as `Host`, and every browser sends where a page came from as `Origin`.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { RpcRefusal, rpcCode } from './rpc-refusal.ts';

/** Names of this machine: nobody else can make a browser send them as `Host`. */
const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** The host names that are this service: that of its address, where it listens, and this machine. */
export function publicNames(baseUrl: string, host: string): ReadonlySet<string> {
  return new Set([...loopback, new URL(baseUrl).hostname, hostOf(host) ?? host]);
}

/**
 * Requires that `Host`, and `Origin` where there is one, name this service.
 * @throws RpcRefusal 403
 */
export function requirePublicName({ host, origin }: IncomingHttpHeaders, names: ReadonlySet<string>): void {
  if (host === undefined || !names.has(hostOf(host) ?? '')) {
    throw new RpcRefusal(
      403,
      rpcCode.server,
      'The Host header does not name this service. Use its public address; a proxy in front must pass Host on.',
    );
  }
  if (origin !== undefined && !names.has(originHost(origin) ?? '')) {
    throw new RpcRefusal(
      403,
      rpcCode.server,
      'The Origin header names another site. Connect from a program, or from a page of this service.',
    );
  }
}

const remembered = new Map<string, string | undefined>();
const maxRemembered = 100;

/** The host name of a `Host` header, without its port; clients send few different ones, so they are remembered. */
function hostOf(host: string): string | undefined {
  if (remembered.has(host)) return remembered.get(host);
  const name = /^[^\s/?#@\\]+$/.test(host) ? parsedHost(`http://${host}`) : undefined;
  if (remembered.size >= maxRemembered) remembered.clear();
  if (host.length <= 255) remembered.set(host, name);
  return name;
}

const originHost = (origin: string): string | undefined =>
  /^https?:\/\//i.test(origin) ? parsedHost(origin) : undefined;

const parsedHost = (url: string): string | undefined =>
  URL.canParse(url) ? new URL(url).hostname || undefined : undefined;
