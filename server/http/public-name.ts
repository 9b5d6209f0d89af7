/** The host names of this service, and the host names in the headers of requests. */
import { memo } from '../support/bounded.ts';

/** The names of this machine. Nobody else can make a browser send them as `Host`. */
const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Returns the host names under which this service may be called: the one in its base URL, the one on which it listens, and
 * those of this machine.
 */
export function publicNames(baseUrl: string, host: string): ReadonlySet<string> {
  return new Set([...loopback, new URL(baseUrl).hostname, hostOf(host) ?? host]);
}

/**
 * Returns the host name in a `Host` header, without its port; undefined if the header is malformed. Results are remembered, since
 * clients send few different ones.
 */
export const hostOf = memo(100, host =>
  /^[^\s/?#@\\]+$/.test(host) ? parsedHost(`http://${host}`) : undefined,
);

/** Returns the host name of an `Origin` header; undefined if it is no HTTP address. */
export const originHost = (origin: string): string | undefined =>
  /^https?:\/\//i.test(origin) ? parsedHost(origin) : undefined;

const parsedHost = (url: string): string | undefined =>
  URL.canParse(url) ? new URL(url).hostname || undefined : undefined;
