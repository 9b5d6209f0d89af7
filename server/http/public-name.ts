/** The host names that are this service, and the names that requests give. */

/** Names of this machine: nobody else can make a browser send them as `Host`. */
const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** The host names that are this service: that of its address, where it listens, and this machine. */
export function publicNames(baseUrl: string, host: string): ReadonlySet<string> {
  return new Set([...loopback, new URL(baseUrl).hostname, hostOf(host) ?? host]);
}

const remembered = new Map<string, string | undefined>();
const maxRemembered = 100;

/** The host name of a `Host` header, without its port; clients send few different ones, so they are remembered. */
export function hostOf(host: string): string | undefined {
  if (remembered.has(host)) return remembered.get(host);
  const name = /^[^\s/?#@\\]+$/.test(host) ? parsedHost(`http://${host}`) : undefined;
  if (remembered.size >= maxRemembered) remembered.clear();
  if (host.length <= 255) remembered.set(host, name);
  return name;
}

/** The host name of an `Origin` header. */
export const originHost = (origin: string): string | undefined =>
  /^https?:\/\//i.test(origin) ? parsedHost(origin) : undefined;

const parsedHost = (url: string): string | undefined =>
  URL.canParse(url) ? new URL(url).hostname || undefined : undefined;
