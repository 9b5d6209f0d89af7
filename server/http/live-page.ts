/** Pages of which a part is known only now: `/status.md`, with the reports that were counted. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sha256Hex } from '#document/digest.ts';
import { SitePage } from '../catalog/site.ts';
import type { Context } from '../context.ts';
import { StoreBusy } from '../store/dialect/backend.ts';
import { reportSection } from '../ticket/report-table.ts';
import type { Handler } from './door.ts';
import { answerPage } from './ticketed-page.ts';

/** Whether a request is for a page, by its exact path in the manifest. */
export const isKnownPage = ({ method, url }: IncomingMessage, { site }: Context): boolean =>
  (method === 'GET' || method === 'HEAD') && site().pages.has(url!);

/** Answers a request for which `isKnownPage` holds. */
export const answerKnownPage: Handler = (request, response, context) =>
  answerLivePage(request, response, context.site().pages.get(request.url!)!, context);

const statusPath = '/status.md';

/** Answers GET or HEAD of a page, completed with what is known now. */
export function answerLivePage(
  request: IncomingMessage,
  response: ServerResponse,
  page: SitePage,
  context: Context,
): void | Promise<void> {
  if (page.entry.path !== statusPath) return answerPage(request, response, page, context);
  return livePage(page, context).then(live => answerPage(request, response, live, context));
}

const outageSection = `## Use reports

The database does not answer at the moment. Pages are served without use tickets, the counts of reports cannot be shown, and
requests that need the database get 503 with \`Retry-After\`.
`;

const completed = new WeakMap<SitePage, { section: string; page: SitePage }>();

/** A page completed with what is known now; most pages are complete as they were built. */
export async function livePage(built: SitePage, context: Context): Promise<SitePage> {
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

function withSection({ entry, identity }: SitePage, section: string, context: Context): SitePage {
  const body = Buffer.concat([identity.body, Buffer.from(`\n${section}`)]);
  const { last_modified: _, ...timeless } = entry;
  const live = { ...timeless, digest: sha256Hex(body), size: body.length, encodings: {} };
  const { baseUrl } = context.site();
  return new SitePage({ readEntry: () => live, bytes: () => body }, { baseUrl, common: context.common });
}
