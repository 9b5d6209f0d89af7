/** The network a visitor comes from: an IPv4 address or an IPv6 /64, turned at once into an id that only a key can make. */
import { createHmac, type KeyObject } from 'node:crypto';
import ipaddr from 'ipaddr.js';

/**
 * The network of an address: the IPv4 address itself, or the /64 of an IPv6 address (interface, Limits). An IPv4 address
 * that is mapped into IPv6 counts as IPv4; a zone (`%eth0`) is no part of it.
 * @returns undefined when the text is no address.
 */
export function networkOf(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return `v4:${parsed.toString()}`;
  const half = (parsed as ipaddr.IPv6).parts.slice(0, 4);
  return `v6:${half.map(part => part.toString(16)).join(':')}::/64`;
}

/**
 * The keyed id of a network: 128 bits of an HMAC-SHA256, as base64url. It tells two visits of one network from visits of
 * two, and nothing else; with the key rotated, not even that (decisions, Use tickets 2).
 */
export function networkId(network: string, key: KeyObject): string {
  return createHmac('sha256', key).update(network).digest().subarray(0, 16).toString('base64url');
}
