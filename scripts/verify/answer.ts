/** Checks that an answer of a site agrees with what its manifest says of the page (docs/http.md#4, docs/http.md#4). */

import { digestHeader, sha256Hex } from '#document/text/digest.ts';
import type { PageEntry } from '#document/text/manifest.ts';
import { covers } from '#document/text/tree.ts';
import { policies } from '#edition/policy.ts';
import type { Coding } from '../support/client/body.ts';
import type { CheckFault } from '../support/fault.ts';
import { type Answer, get } from '../support/http.ts';
import { differenceOf } from './derive/difference.ts';
import { differenceFrom } from './folder.ts';
import { isLivePath, liveFaults } from './live-status.ts';

/**
 * Compares the tag, headers and bytes of an answer with what the manifest says. Returns a sentence for each difference.
 * @param entry the entry of the page; undefined if the manifest lists no such page
 */
export function answerFaults(
  where: string,
  { headers, body }: Answer,
  entry: PageEntry | undefined,
  baseUrl: string,
): CheckFault[] {
  const isLive = entry !== undefined && isLivePath(entry.path);
  const messages = [
    ...tagFaults(headers, body, isLive ? undefined : entry?.digest),
    ...(entry ? headerFaults(headers, entry, baseUrl) : []),
    ...(entry && isLive ? liveFaults(entry, body) : []),
    ...(entry && !isLive && !covers(entry, body) ? [differenceFrom(entry, body)] : []),
  ];
  return messages.map(message => ({ where, message }));
}

type Headers = Answer['headers'];

/**
 * Returns the faults of the headers that identify the bytes, a sentence each.
 * @param digest the digest of the page, if it is known beforehand
 */
function tagFaults(headers: Headers, body: Uint8Array, digest: string | undefined): string[] {
  const faults: string[] = [];
  const hex = sha256Hex(body);
  if (headers['repr-digest'] !== digestHeader(hex))
    faults.push(`Repr-Digest is ${headers['repr-digest'] ?? 'absent'}, but the bytes have ${hex}.`);
  if (!headers.etag || headers.etag.startsWith('W/')) faults.push('The answer has no strong ETag.');
  else if (digest !== undefined && headers.etag !== `"${digest}"`)
    faults.push(`ETag is ${headers.etag}, but the manifest gives "${digest}".`);
  // A client that does not identify itself gets none (docs/use-tickets.md#7), and what follows the document is signed by nobody.
  if (headers['use-ticket'] !== undefined || headers['use-ticket-document-length'] !== undefined)
    faults.push('The answer carries a use ticket, although the request had no user agent.');
  return faults;
}

/** Headers that would send a reader elsewhere, or make a browser run or save a page. */
const strange = ['refresh', 'location', 'service-worker-allowed', 'content-disposition', 'content-encoding'];

function headerFaults(headers: Headers, entry: PageEntry, baseUrl: string): string[] {
  const modified = entry.last_modified && new Date(entry.last_modified).toUTCString();
  const status = entry.artifact && entry.artifact.status !== 'active' ? entry.artifact.status : undefined;
  const expected: [name: string, value: string | undefined][] = [
    ['content-type', entry.media_type],
    ['artifact-status', status],
    ...(isLivePath(entry.path) ? [] : [['last-modified', modified] as [string, string | undefined]]),
    ...strange.map((name): [string, undefined] => [name, undefined]),
  ];
  const differing = expected
    .filter(([name, value]) => headers[name] !== value)
    .map(
      ([name, value]) => `The header ${name} is ${headers[name] ?? 'absent'}; expected ${value ?? 'none'}.`,
    );
  // What a browser runs and loads beside the page: that is in no digest.
  const policy = policies[entry.media_type];
  const found = headers['content-security-policy'];
  if (policy !== undefined && found !== policy)
    differing.push(`The header content-security-policy is ${found ?? 'absent'}; expected ${policy}.`);
  const caching = headers['cache-control'] ?? '';
  if (/\bimmutable\b/.test(caching) && !entry.immutable)
    differing.push(`Cache-Control is ${caching}, but the page may change.`);
  return [...differing, ...linkFaults(headers.link ?? '', entry, baseUrl)];
}

/**
 * Matches the links that only the page itself may state: to its description, its other versions, its signature and its status.
 */
const own = /\brel="?(?:canonical|describedby|alternate|signature|status|successor-version|latest-version)\b/;

/** The `Link` that every page may have in addition. It leads agents to the index. */
const index = '</llms.txt>; rel="describedby"; type="text/markdown"';

function linkFaults(link: string, entry: PageEntry, baseUrl: string): string[] {
  const expected = [
    `<${baseUrl}${entry.canonical ?? entry.path}>; rel="canonical"`,
    ...(entry.described_by ? [`<${entry.described_by}>; rel="describedby"; type="text/markdown"`] : []),
    ...(entry.links ?? []),
  ];
  const found = link.split(/,\s*(?=<)/).filter(Boolean);
  return [
    ...expected.filter(each => !found.includes(each)).map(each => `The header Link lacks ${each}.`),
    ...found
      .filter(each => own.test(each) && each !== index && !expected.includes(each))
      .map(each => `The header Link has ${each}, which the manifest does not say of this page.`),
  ];
}

/** Fetches a page in each content coding, and returns a fault for each in which its bytes differ. */
export async function codedFaults(where: string, entry: PageEntry, bytes: Buffer): Promise<CheckFault[]> {
  if (isLivePath(entry.path)) return [];
  const faults: CheckFault[] = [];
  for (const coding of ['br', 'gzip'] as const) {
    const body = await fetchBody(where, faults, coding);
    const difference =
      body &&
      differenceOf(body, bytes, { found: `in the coding ${coding} is`, expected: 'without it there is' });
    if (difference !== undefined) faults.push({ where, message: difference });
  }
  return faults;
}

/** Fetches the body of a page that the manifest lists. If the page is not served, returns undefined and adds a fault. */
export async function fetchBody(
  where: string,
  faults: CheckFault[],
  coding?: Coding,
): Promise<Buffer | undefined> {
  const answer = await get(where, coding).catch((error: Error) => error.message);
  const asked = coding ? ` in the coding ${coding}` : '';
  if (typeof answer !== 'string' && answer.status === 200) return Buffer.from(answer.body);
  const message =
    typeof answer === 'string'
      ? `No answer${asked}: ${answer}`
      : `The manifest lists it, and it answers with status ${answer.status}${asked}.`;
  faults.push({ where, message });
  return undefined;
}
