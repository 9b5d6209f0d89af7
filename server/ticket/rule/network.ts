/** The networks that a visitor comes from. They are converted at once to ids that only the key can produce. */
import { createHmac, type KeyObject } from 'node:crypto';
import ipaddr from 'ipaddr.js';

/** The networks of an address: as texts, or as the ids that `networkIds` makes of them with a secret key. */
export interface VisitorNetworks {
  /** The IPv4 address, or the IPv6 /64: what counts as one visitor (docs/use-tickets.md#8). */
  client: string;
  /** The IPv4 /24 or IPv6 /48 around it, which is the most that one customer of a provider may have. */
  network: string;
  version: 4 | 6;
}

/**
 * Returns the networks of an address as texts; undefined if the text is no address. An IPv4 address that is mapped into IPv6
 * counts as IPv4, and a zone (`%eth0`) is ignored.
 */
export function networksOf(address: string): VisitorNetworks | undefined {
  if (!ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') {
    const text = parsed.toString();
    return { client: `v4:${text}`, network: `v4:${text.slice(0, text.lastIndexOf('.'))}.0/24`, version: 4 };
  }
  const parts = (parsed as ipaddr.IPv6).parts.map(part => part.toString(16));
  const start = (count: number) => parts.slice(0, count).join(':');
  return { client: `v6:${start(4)}::/64`, network: `v6:${start(3)}::/48`, version: 6 };
}

/** Replaces the networks of an address by ids that only the key can produce (`networkId`). */
export const networkIds = (
  { client, network, version }: VisitorNetworks,
  key: KeyObject,
): VisitorNetworks => ({
  client: networkId(client, key),
  network: networkId(network, key),
  version,
});

/**
 * Returns the keyed id of a network: 128 bits of its HMAC-SHA256, as base64url. It tells whether two visits came from one
 * network, and nothing else; once the key is rotated, not even that (docs/use-tickets.md#4).
 */
export function networkId(network: string, key: KeyObject): string {
  return createHmac('sha256', key).update(network).digest().subarray(0, 16).toString('base64url');
}
