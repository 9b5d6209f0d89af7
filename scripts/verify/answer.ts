/** Whether an answer of a site is what its manifest says of the page (docs/http.md#5, docs/http.md#6). */

import { digestHeader, sha256Hex } from '#document/text/digest.ts';
import type { Coding, PageEntry } from '#document/text/manifest.ts';
import { policies } from '#edition/policy.ts';
import type { CheckFault } from '../support/fault.ts';
import { type Answer, get } from '../support/http.ts';
import { differenceOf } from './derive/difference.ts';
import { isLivePath, liveFaults } from './live-status.ts';

/** A page of the manifest; `bytes` is undefined when its pack is damaged. */
interface SignedPage {
  entry: PageEntry;
  bytes: Buffer | undefined;
}

const names = { found: 'is', expected: 'the signed pack has' };

/** Compares an answer with its page: tag, headers and bytes. @param page as the manifest has it; undefined when there is none */
export function answerFaults(
  where: string,
  { headers, body }: Answer,
  page: SignedPage | undefined,
  baseUrl: string,
): CheckFault[] {
  const isLive = page !== undefined && isLivePath(page.entry.path);
  const messages = [
    ...tagFaults(headers, body, isLive ? undefined : page?.entry.digest),
    ...(page ? headerFaults(headers, page.entry, baseUrl) : []),
    ...(page && isLive ? liveFaults(page.entry.path, body, page.bytes) : []),
    ...(page?.bytes && !isLive ? [differenceOf(body, page.bytes, names)] : []),
  ];
  return messages.flatMap(message => message ?? []).map(message => ({ where, message }));
}

type Headers = Answer['headers'];

/** The headers by which a client knows the bytes. @param digest of the page, when it is known beforehand */
function tagFaults(headers: Headers, body: Uint8Array, digest: string | undefined): string[] {
  const faults: string[] = [];
  const hex = sha256Hex(body);
  if (headers['repr-digest'] !== digestHeader(hex))
    faults.push(`Repr-Digest is ${headers['repr-digest'] ?? 'absent'}, and the bytes have ${hex}.`);
  if (!headers.etag || headers.etag.startsWith('W/')) faults.push('The answer has no strong ETag.');
  else if (digest !== undefined && headers.etag !== `"${digest}"`)
    faults.push(`ETag is ${headers.etag}, and the manifest gives "${digest}".`);
  // A client that does not identify itself gets none (docs/use-tickets.md#13), and what follows the document is in no pack.
  if (headers['use-ticket'] !== undefined || headers['use-ticket-document-length'] !== undefined)
    faults.push('The answer carries a use ticket, though it was asked for without a user agent.');
  return faults;
}

/** Headers that would send a reader elsewhere or make a program of a page. */
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
    differing.push(`Cache-Control is ${caching}, and the page may change.`);
  return [...differing, ...linkFaults(headers.link ?? '', entry, baseUrl)];
}

/** Links that only the page itself may have: they describe it, and lead to its other versions, its signature and its status. */
const own = /\brel="?(?:canonical|describedby|alternate|signature|status|successor-version|latest-version)\b/;

/** The `Link` that every page may have beside those: where agents begin. */
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

/** The same page in each content coding in which it is offered. */
export async function codedFaults(where: string, entry: PageEntry, bytes: Buffer): Promise<CheckFault[]> {
  if (isLivePath(entry.path)) return [];
  const faults: CheckFault[] = [];
  for (const coding of Object.keys(entry.encodings) as Coding[])
    faults.push(...(await bodyFaults(where, bytes, coding)));
  return faults;
}

/** Fetches an address and compares its bytes. @param bytes as they were signed; undefined when their pack is damaged */
export async function bodyFaults(
  where: string,
  bytes: Buffer | undefined,
  coding?: Coding,
): Promise<CheckFault[]> {
  const answer = await get(where, coding).catch((error: Error) => error.message);
  const asked = coding ? ` in the coding ${coding}` : '';
  const message =
    typeof answer === 'string'
      ? `No answer${asked}: ${answer}`
      : answer.status === 200
        ? bytes && differenceOf(answer.body, bytes, { ...names, found: `${asked} is`.trim() })
        : `The manifest lists it, and it answers with status ${answer.status}${asked}.`;
  return message === undefined ? [] : [{ where, message }];
}
