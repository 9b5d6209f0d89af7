/** The world: all that a handler may reach. Time, randomness and keys come from here, so tests can set them. */
import type { Logger } from 'pino';
import type { Site } from './site.ts';

export interface World {
  /** The site that is served now; a swap of the catalog changes what it returns. */
  site(): Site;
  /** Headers that every answer has, names and values in turn. */
  common: readonly string[];
  /** The host names that are this service. */
  publicNames: ReadonlySet<string>;
  log: Logger;
  /** Milliseconds since 1970. */
  now(): number;
  randomBytes(size: number): Buffer;
}
