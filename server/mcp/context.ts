/** The part of the context that the endpoint may use: pages to read, and tickets. */
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
  /** Completes a page with what is known only at the time of the request, in the same way as over HTTP. */
  live(page: SitePage): Promise<ServedPage>;
  tickets: Ticketing;
  takeTurn: TakeTurn;
  common: readonly string[];
  /** The host names of this service. */
  publicNames: ReadonlySet<string>;
  log: Logger;
}

/** Everything that a tool may use in one call: the context, the caller, and the queue of searches. */
export interface Call {
  context: McpContext;
  /** The caller, as the ticket service sees it. */
  reader: Reader;
  /**
   * Runs a search when its turn has come.
   * @throws NotNow when it would wait too long
   */
  takeTurn<Result>(work: () => Result): Promise<Result>;
  /** The context that the SDK gives to handlers. */
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
