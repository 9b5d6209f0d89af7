/**
 * Pages of which a part is known only at the time of a request: `/status.md` with the counts of reports, the HTML page of the
 * same content, and `/`, which is HTML for a client that asks for it.
 */
import type { IncomingMessage } from 'node:http';
import type { Beside } from '#edition/beside.ts';
import { LivePage, type ServedPage, type SitePage } from '../site/page.ts';
import { readingFiles } from '../site/reading-files.ts';
import { StoreBusy } from '../store/database/backend.ts';
import { reportSection } from '../ticket/rule/report-table.ts';
import type { Context } from './context.ts';

const statusPath = '/status.md';
const statusTwin = '/status.html';

/**
 * Returns the present content of a page in the form that the client asks for (docs/reading.md#3). Most pages do not change
 * between builds.
 */
export async function pageNow(
  built: SitePage,
  request: IncomingMessage,
  context: Context,
): Promise<ServedPage> {
  const { path } = built.entry;
  if (path === '/') return (asksForHtml(request) && context.site().start) || built;
  const page = (namesMarkdown.test(request.headers.accept ?? '') && context.site().source?.(built)) || built;
  return livePage(page, context);
}

const outageSection = `## Use reports

The database does not answer at the moment. Pages are served without use tickets, the counts of reports cannot be shown, and
requests that need the database get 503 with \`Retry-After\`.
`;

const completed = new WeakMap<SitePage, { section: string; page: LivePage }>();

/** Tells whether a client asks for HTML, on a page that exists in both forms (docs/reading.md#3). */
export const asksForHtml = ({ headers: { accept = '' } }: IncomingMessage): boolean =>
  namesHtml.test(accept) && !namesMarkdown.test(accept);

const namesHtml = /\btext\/html\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;
const namesMarkdown = /\btext\/markdown\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

/**
 * Completes a page with what is known only at the time of the request, such as the counts of reports. Most pages are complete
 * as they were built.
 */
export async function livePage(built: SitePage, context: Context): Promise<ServedPage> {
  if (built.entry.path === statusTwin) return liveTwin(built, context);
  if (built.entry.path !== statusPath) return built;
  const reports = await context.reports().catch(error => {
    // The outage was logged when it was detected.
    if (!(error instanceof StoreBusy)) context.log.error({ err: error }, 'no reports were read');
  });
  const section = reports
    ? reportSection(reports, context.ticketService.pausedForSeconds !== undefined)
    : outageSection;
  const known = completed.get(built);
  if (known?.section === section) return known.page;
  const text = `${await built.text()}\n${section}`;
  const page = withBody(built, text, context);
  completed.set(built, { section, page });
  return page;
}

const withBody = ({ entry }: SitePage, text: string, { site, common }: Context): LivePage =>
  new LivePage(entry, Buffer.from(text), { baseUrl: site().baseUrl, common });

const twins = new WeakMap<ServedPage, LivePage>();

/** Returns the HTML page of the status with the present counts. */
async function liveTwin(built: SitePage, context: Context): Promise<ServedPage> {
  const shown = context.site().pages.get(statusPath);
  if (!shown) return built;
  const live = await livePage(shown, context);
  const known = twins.get(live);
  if (known) return known;
  const { render } = await import('#edition/rendering.ts');
  const { baseUrl } = context.site();
  const files = readingFiles(context.site());
  const beside = built.entry.beside as Beside;
  const text = render(await live.text(), { as: 'page', path: statusPath, baseUrl, beside, files });
  const twin = withBody(built, text, context);
  twins.set(live, twin);
  return twin;
}
