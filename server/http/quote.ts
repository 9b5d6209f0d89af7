/** `GET /tasks/{task_class}/quote.md?…`: a quote with the prices and tokens of the reader (docs/task-to-files.md#3). */
import { quote as quoteKind } from '#build/kind/quote.ts';
import { type QuoteBase, quoteAddress, quoteOf } from '#build/quote/document.ts';
import { readGiven } from '#build/quote/parameter.ts';
import { sha256Hex } from '#build/text/digest.ts';
import { readDocument, writeDocument } from '#build/text/front-matter.ts';
import type { PageEntry } from '#build/text/manifest.ts';
import { oncePer } from '#build/text/once-per.ts';
import { type Site, SitePage } from '../catalog/site.ts';
import { Refusal } from '../support/refusal.ts';
import type { Handler } from './dispatch.ts';
import { requireDecodable, requireShort, splitTarget } from './find.ts';
import { sendPage } from './page.ts';

/** @throws Refusal `malformed_request` that names every wrong parameter, with what is valid */
export const answerQuote: Handler = (request, response, { site, common }) => {
  const target = request.url!;
  requireShort(target);
  const { path, query = '' } = splitTarget(target);
  requireDecodable(query, 'query');
  sendPage(request, response, quotePage(site(), path, new URLSearchParams(query), common));
};

/**
 * The quote of a task class with what a reader says.
 * @param path of the quote that the site has
 * @throws Refusal `malformed_request`
 */
export function quotePage(
  site: Site,
  path: string,
  query: URLSearchParams,
  common: readonly string[],
): SitePage {
  const page = site.pages.get(path)!;
  const { head, title, base } = baseOf(page);
  const reading = readGiven(query, base.teams);
  if (!reading.ok) throw wrong(reading.faults);
  const address = quoteAddress(base.task_class, reading.given);
  const { fields, body } = quoteOf(base, reading.given);
  const value = { ...head, canonical_url: site.baseUrl + address };
  const bytes = Buffer.from(writeDocument({ ...value, ...fields }, `# ${title}\n\n${body}`));
  const { links: _, last_modified: __, ...shared } = page.entry;
  const entry: PageEntry = {
    ...shared,
    ...{ path: address, listed: false, size: bytes.length, digest: sha256Hex(bytes), encodings: {} },
  };
  const surroundings = { baseUrl: site.baseUrl, common: [...common, 'Content-Location', address] };
  return new SitePage({ readEntry: () => entry, bytes: () => bytes }, surroundings);
}

function wrong(faults: readonly { name: string; message: string }[]): Refusal {
  const names = faults.map(({ name }) => `\`${name}\``).join(', ');
  return new Refusal('malformed_request', `The price cannot be worked out: see ${names} below.`, {
    errors: faults.map(({ name, message }) => ({ field: name, rule: 'parameter', message })),
  });
}

/** What a page says of its task, read once: the common fields, and what a quote is made from. */
const baseOf = oncePer((page: SitePage) => {
  const reading = readDocument(page.identity.body.toString());
  if (!reading.ok) throw new Error(`${page.entry.path} is no document.`);
  const { value } = reading.document;
  const own = Object.keys(quoteKind.fields.shape);
  const head = Object.fromEntries(Object.entries(value).filter(([name]) => !own.includes(name)));
  return { head, title: String(value.title), base: value as unknown as QuoteBase };
});
