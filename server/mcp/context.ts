/** The part of the context that the endpoint reaches: pages to read, and tickets. */
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Logger } from 'pino';
import type { TakeTurn } from '../http/admission/search-turn.ts';
import type { Context } from '../http/context.ts';
import { livePage } from '../http/live-page.ts';
import type { ServedPage, SitePage } from '../site/page.ts';
import type { Site } from '../site/site.ts';
import { type Reader, type Ticketing, ticketing } from './ticketing.ts';

export interface McpContext {
  site(): Site;
  /** A page completed with what is known only now, as HTTP answers it. */
  live(page: SitePage): Promise<ServedPage>;
  tickets: Ticketing;
  takeTurn: TakeTurn;
  common: readonly string[];
  /** The host names that are this service. */
  publicNames: ReadonlySet<string>;
  log: Logger;
}

/** The means of a tool in one call: the context, the caller, and the queue of searches. */
export interface Call {
  context: McpContext;
  /** The caller, as tickets see it. */
  reader: Reader;
  /**
   * Does the work of a search when its turn has come.
   * @throws NotNow when it would wait too long
   */
  takeTurn<Result>(work: () => Result): Promise<Result>;
  /** The call as the SDK sees it. */
  serverContext: ServerContext;
}

export const mcpContext = (context: Context): McpContext => ({
  site: context.site,
  live: page => livePage(page, context),
  tickets: ticketing(context),
  takeTurn: context.gatekeeper.takeTurn,
  common: context.common,
  publicNames: context.publicNames,
  log: context.log,
});
