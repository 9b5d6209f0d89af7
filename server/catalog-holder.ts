/** Holds the site that is served, and swaps it when `dist/` changes, without dropping a request. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { manifestFile } from '#document/manifest.ts';
import { type Dist, type ReadAhead, readDist } from './dist.ts';
import { makeSite, type Site } from './site.ts';

const pollMilliseconds = 1000;

export class CatalogHolder {
  #dist: Dist;
  #site: Site;
  #stamp: string;
  #timer: NodeJS.Timeout | undefined;
  readonly #folder: string;
  readonly #common: readonly string[];
  readonly #log: Logger;

  /** @throws DistError when the folder holds no catalog that can be served */
  constructor(folder: string, common: readonly string[], log: Logger, ahead?: ReadAhead) {
    this.#folder = folder;
    this.#common = common;
    this.#log = log;
    this.#stamp = this.#readStamp();
    this.#dist = readDist(folder, { ahead });
    this.#site = makeSite(this.#dist, common);
  }

  get site(): Site {
    return this.#site;
  }

  /** Reads the folder again. A catalog that cannot be served is logged, and the present one stays. */
  reload(): void {
    const stamp = this.#readStamp();
    try {
      const dist = readDist(this.#folder, { before: this.#dist });
      this.#site = makeSite(dist, this.#common);
      this.#dist = dist;
      this.#log.info({ pages: this.#site.pages.size }, 'catalog swapped');
    } catch (error) {
      this.#log.error({ err: error }, 'catalog not swapped: the present one stays');
    }
    this.#stamp = stamp;
  }

  /** Looks for a new catalog every second, until `stop`. */
  watch(): void {
    this.#timer = setInterval(() => {
      if (this.#readStamp() !== this.#stamp) this.reload();
    }, pollMilliseconds);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** What changes when a build puts a new manifest in place. */
  #readStamp(): string {
    const stat = statSync(join(this.#folder, manifestFile), { throwIfNoEntry: false, bigint: true });
    return stat ? `${stat.ino}.${stat.mtimeNs}.${stat.size}` : '';
  }
}
