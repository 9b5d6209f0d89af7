/** Files that only the operator can give: proofs of ownership and contacts. Each absent one is an honest 404. */
import { type DiscoveryFile, json, plainText, type Service, toJson } from './service.ts';

export function operatorDocuments({ operatorFiles: files, baseUrl, updatedAt }: Service): DiscoveryFile[] {
  const ping = files['discovery/index-ping.txt'];
  const proof = files['discovery/mcp-registry-auth.txt'];
  const contact = files['discovery/security-contact.txt'];
  const listing = files['discovery/directory-listing.json'] ?? JSON.stringify({ claims: [] });
  return [
    { paths: ['/.well-known/directory-listing.json'], mediaType: json, text: toJson(JSON.parse(listing)) },
    ...(ping ? [{ paths: ['/index-ping.txt'], mediaType: plainText, text: ping }] : []),
    ...(proof
      ? [{ paths: ['/.well-known/mcp-registry-auth'], mediaType: plainText, text: `${proof}\n` }]
      : []),
    ...(contact ? [securityTxt(contact, baseUrl, updatedAt)] : []),
  ];
}

/** RFC 9116. It expires a year, less a day, after the last publication: a build knows no other time. */
function securityTxt(contact: string, baseUrl: string, updatedAt = '2026-01-01T00:00:00Z'): DiscoveryFile {
  const expires = new Date(Date.parse(updatedAt) + 364 * 86_400_000).toISOString().replace('.000Z', 'Z');
  const path = '/.well-known/security.txt';
  const text = `Contact: ${contact}\nExpires: ${expires}\nCanonical: ${baseUrl}${path}\n`;
  return { paths: [path], mediaType: plainText, text };
}
