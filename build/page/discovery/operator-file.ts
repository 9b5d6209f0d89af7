/**
 * Files that only the operator can provide: proofs of ownership and contacts. The service answers 404 for a file that is absent.
 */
import { readSecurityTxt, securityTxtPath } from '#document/guard/security-txt.ts';
import { type DiscoveryFile, json, plainText, type Service, toJson } from './service.ts';

export function operatorDocuments({ operatorFiles: files, baseUrl }: Service): DiscoveryFile[] {
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
    ...(contact ? [securityTxt(contact, baseUrl)] : []),
  ];
}

/**
 * Makes `security.txt` (RFC 9116). The operator states when it expires, because a build does not look at the clock; an expired
 * file is still served.
 */
function securityTxt(text: string, baseUrl: string): DiscoveryFile {
  const parsed = readSecurityTxt(text);
  if (!parsed.ok) throw new Error(`The contact was not checked: ${parsed.message}`);
  const { fields } = parsed.value;
  const hasLanguages = fields.some(([name]) => name === 'Preferred-Languages');
  const all = [
    ...fields,
    ...(hasLanguages ? [] : [['Preferred-Languages', 'en']]),
    ['Canonical', baseUrl + securityTxtPath],
  ];
  const lines = all.map(([name, value]) => `${name}: ${value}\n`);
  return { paths: [securityTxtPath], mediaType: plainText, text: lines.join('') };
}
