/**
 * Pages of which a part is known only now: `/status.md`, with the reports that were counted, and its twin; and `/`, which answers
 * with its twin who asks for HTML.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Beside } from '#build/reading/beside.ts';
import { sha256Hex } from '#build/text/digest.ts';
import { type Openness, openness } from '../catalog/cors.ts';
import { readingFiles } from '../catalog/reading-files.ts';
import { SitePage } from '../catalog/site.ts';
import { StoreBusy } from '../database/backend.ts';
import { reportSection } from '../ticket/report-table.ts';
import type { Context } from './context.ts';
import type { Handler } from './door.ts';
import { answerPage } from './ticketed-page.ts';

/** Whether an address is that of a page, by its exact path in the manifest. */
export const isKnownPage = ({ url }: IncomingMessage, { site }: Context): boolean => site().pages.has(url!);

/** What may be asked of a page for which `isKnownPage` holds. */
export const opennessOfKnown = ({ url }: IncomingMessage, { site }: Context): Openness =>
  opennessOf(site().pages.get(url!));

/** What may be asked of a page, or of another name of one. */
export const opennessOf = (page: SitePage | undefined): Openness =>
  page?.entry.kind === 'discovery' ? openness.discovery : openness.page;

/** Answers a request for which `isKnownPage` holds. */
export const answerKnownPage: Handler = (request, response, context) =>
  answerLivePage(request, response, context.site().pages.get(request.url!)!, context);

const statusPath = '/status.md';
const statusTwin = '/status.html';

/** Answers GET or HEAD of a page, completed with what is known now. */
export function answerLivePage(
  request: IncomingMessage,
  response: ServerResponse,
  page: SitePage,
  context: Context,
): void | Promise<void> {
  const { path } = page.entry;
  if (path === '/') return answerPage(request, response, negotiated(request, page, context), context);
  if (path !== statusPath && path !== statusTwin) return answerPage(request, response, page, context);
  return livePage(page, context).then(live => answerPage(request, response, live, context));
}

const outageSection = `## Use reports

The database does not answer at the moment. Pages are served without use tickets, the counts of reports cannot be shown, and
requests that need the database get 503 with \`Retry-After\`.
`;

const completed = new WeakMap<SitePage, { section: string; page: SitePage }>();

/** The start page in the form that a client asks for: HTML where `Accept` names it, and not Markdown. */
const negotiated = (request: IncomingMessage, page: SitePage, { site }: Context): SitePage =>
  (asksForHtml(request) && site().start) || page;

/** Whether a client asks for HTML where a page is negotiated (docs/reading.md#3). */
export const asksForHtml = ({ headers: { accept = '' } }: IncomingMessage): boolean =>
  namesHtml.test(accept) && !namesMarkdown.test(accept);

const namesHtml = /\btext\/html\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;
const namesMarkdown = /\btext\/markdown\b/i;

/** A page completed with what is known now; most pages are complete as they were built. */
export async function livePage(built: SitePage, context: Context): Promise<SitePage> {
  if (built.entry.path === statusTwin) return liveTwin(built, context);
  if (built.entry.path !== statusPath) return built;
  const reports = await context.reports().catch(error => {
    // That the database is away was logged when it was found so.
    if (!(error instanceof StoreBusy)) context.log.error({ err: error }, 'no reports were read');
  });
  const section = reports
    ? reportSection(reports, context.ticketService.pausedForSeconds !== undefined)
    : outageSection;
  const known = completed.get(built);
  if (known?.section === section) return known.page;
  const page = withSection(built, section, context);
  completed.set(built, { section, page });
  return page;
}

const withSection = (page: SitePage, section: string, context: Context): SitePage =>
  withBody(page, Buffer.concat([page.identity.body, Buffer.from(`\n${section}`)]), context);

function withBody({ entry }: SitePage, body: Buffer, context: Context): SitePage {
  const { last_modified: _, ...timeless } = entry;
  const live = { ...timeless, digest: sha256Hex(body), size: body.length, encodings: {} };
  const { baseUrl } = context.site();
  return new SitePage({ readEntry: () => live, bytes: () => body }, { baseUrl, common: context.common });
}

const twins = new WeakMap<SitePage, SitePage>();

/** The twin of the page as it is now. */
async function liveTwin(built: SitePage, context: Context): Promise<SitePage> {
  const shown = context.site().pages.get(statusPath);
  if (!shown) return built;
  const live = await livePage(shown, context);
  const known = twins.get(live);
  if (known) return known;
  const { render } = await import('#build/reading/rendering.ts');
  const { baseUrl } = context.site();
  const files = readingFiles(context.site());
  const beside = built.entry.beside as Beside;
  const text = render(live.identity.body.toString(), {
    as: 'page',
    path: statusPath,
    baseUrl,
    beside,
    files,
  });
  const twin = withBody(built, Buffer.from(text), context);
  twins.set(live, twin);
  return twin;
}
