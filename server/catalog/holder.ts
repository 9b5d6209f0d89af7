/** Holds the current site and swaps it when `dist/` changes, without dropping a request. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { manifestFile } from '#document/manifest.ts';
import { type Dist, type EarlyPacks, readDist } from './dist.ts';
import { makeSite, type Site } from './site.ts';

const pollMilliseconds = 1000;
/** A catalog that could not be served is tried again after so many polls. */
const retryPolls = 5;

export class CatalogHolder {
  #dist: Dist;
  #site: Site;
  #stamp: string;
  /** The stamp of the catalog that is served. */
  #served: string;
  #timer: NodeJS.Timeout | undefined;
  /** Why the catalog now in the folder is not served. */
  #refusal: string | undefined;
  readonly #folder: string;
  readonly #common: readonly string[];
  readonly #log: Logger;

  /** @throws DistError when the folder holds no catalog that can be served */
  constructor(folder: string, common: readonly string[], log: Logger, early?: EarlyPacks) {
    this.#folder = folder;
    this.#common = common;
    this.#log = log;
    this.#stamp = this.#readStamp();
    this.#served = this.#stamp;
    this.#dist = readDist(folder, { early });
    this.#site = makeSite(this.#dist, common);
  }

  /** When the catalog that is served was put in place, in seconds since 1970. */
  get builtAt(): number {
    return Number(this.#served.split('.')[1] ?? 0) / 1e9;
  }

  get site(): Site {
    return this.#site;
  }

  /** Reads the folder again. A catalog that cannot be served is logged, and the current one stays. */
  reload(): void {
    this.#refusal = undefined;
    this.#read();
  }

  /** Looks for a new catalog every second, until `stop`. */
  watch(): void {
    let waited = 0;
    this.#timer = setInterval(() => {
      // Its packs may have come after its manifest, or been repaired: that does not show in the manifest.
      const isDue = this.#refusal !== undefined && ++waited % retryPolls === 0;
      if (isDue || this.#readStamp() !== this.#stamp) this.#read();
    }, pollMilliseconds);
    this.#timer.unref();
  }

  /** Never throws, since a timer calls it. A fault of a catalog is logged only once. */
  #read(): void {
    const stamp = this.#readStamp();
    try {
      const dist = readDist(this.#folder, { before: this.#dist });
      this.#site = makeSite(dist, this.#common);
      this.#dist = dist;
      this.#served = stamp;
      this.#refusal = undefined;
      this.#log.info({ pages: this.#site.pages.size }, 'catalog swapped');
    } catch (error) {
      const refusal = `${stamp} ${(error as Error).message}`;
      if (refusal !== this.#refusal)
        this.#log.error({ err: error }, 'catalog not swapped: the present one stays');
      this.#refusal = refusal;
    }
    this.#stamp = stamp;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** What changes when a build puts a new manifest in place. */
  #readStamp(): string {
    try {
      const stat = statSync(join(this.#folder, manifestFile), { throwIfNoEntry: false, bigint: true });
      return stat ? `${stat.ino}.${stat.mtimeNs}.${stat.size}` : '';
    } catch (error) {
      // The folder cannot be accessed now; reading it gives the reason.
      return String((error as NodeJS.ErrnoException).code);
    }
  }
}
