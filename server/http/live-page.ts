/** Pages of which a part is known only now: `/status.md`, with the reports that were counted. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sha256Hex } from '#document/digest.ts';
import { SitePage } from '../site.ts';
import { StoreAway } from '../store/dialect/backend.ts';
import { reportSection } from '../ticket/report-table.ts';
import type { World } from '../world.ts';
import { answerPage } from './ticketed-page.ts';

const statusPath = '/status.md';

/** Answers GET or HEAD of a page, completed with what is known now. */
export function answerLivePage(
  request: IncomingMessage,
  response: ServerResponse,
  page: SitePage,
  world: World,
): void | Promise<void> {
  if (page.entry.path !== statusPath) return answerPage(request, response, page, world);
  return livePage(page, world).then(live => answerPage(request, response, live, world));
}

const completed = new WeakMap<SitePage, { section: string; page: SitePage }>();

/** A page completed with what is known now; most pages are complete as they were built. */
export async function livePage(built: SitePage, world: World): Promise<SitePage> {
  if (built.entry.path !== statusPath) return built;
  const reports = await world.reports().catch(error => {
    // That the database is away was logged when it was found so.
    if (!(error instanceof StoreAway)) world.log.error({ err: error }, 'no reports were read');
  });
  if (!reports) return built;
  const section = reportSection(reports, world.desk.pausedForSeconds !== undefined);
  const known = completed.get(built);
  if (known?.section === section) return known.page;
  const page = withSection(built, section, world);
  completed.set(built, { section, page });
  return page;
}

function withSection({ entry, identity }: SitePage, section: string, world: World): SitePage {
  const body = Buffer.concat([identity.body, Buffer.from(`\n${section}`)]);
  const { last_modified: _, ...timeless } = entry;
  const live = { ...timeless, digest: sha256Hex(body), size: body.length, encodings: {} };
  const { baseUrl } = world.site();
  return new SitePage({ readEntry: () => live, bytes: () => body }, { baseUrl, common: world.common });
}
