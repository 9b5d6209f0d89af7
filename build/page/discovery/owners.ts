/** Owners documents: this service lists no owners. */
import { type DiscoveryFile, json, toJson } from './service.ts';

export function ownersDocuments(): DiscoveryFile[] {
  const text = toJson({ $schema: 'https://verifymcp.io/schemas/owners.json', owners: [] });
  return [{ paths: ['/.well-known/owners.json', '/mcp/.well-known/owners.json'], mediaType: json, text }];
}
