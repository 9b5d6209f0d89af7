/** What of the world the endpoint reaches: pages to read, and tickets. */
import type { Logger } from 'pino';
import { livePage } from '../http/live-page.ts';
import type { Site, SitePage } from '../site.ts';
import type { World } from '../world.ts';
import { type Ticketing, ticketing } from './ticketing.ts';

export interface McpWorld {
  site(): Site;
  /** A page completed with what is known only now, as HTTP answers it. */
  live(page: SitePage): Promise<SitePage>;
  tickets: Ticketing;
  common: readonly string[];
  /** The host names that are this service. */
  publicNames: ReadonlySet<string>;
  log: Logger;
}

export const mcpWorld = (world: World): McpWorld => ({
  site: world.site,
  live: page => livePage(page, world),
  tickets: ticketing(world),
  common: world.common,
  publicNames: world.publicNames,
  log: world.log,
});
