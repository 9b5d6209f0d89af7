/** Holds the site that is served, and replaces it when `dist/` changes, without dropping a request. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { failureFile, manifestFile } from '#document/text/manifest.ts';
import { unlessThrown } from '#document/text/unless-thrown.ts';
import { type Dist, readDist } from './dist.ts';
import { LogWatch } from './log-watch.ts';
import { openSite, type Site, type SiteSetting } from './site.ts';

const pollMilliseconds = 1000;
/** The number of polls after which a catalog that could not be served is tried again. */
const retryPolls = 5;

export class CatalogHolder {
  #dist: Dist;
  #site: Site;
  #stamp: string;
  /**
   * The stamp of the catalog that is served. `#stamp` is that of the last one read, which may have been refused. A stamp is a
   * text that changes when a build puts a new manifest in place.
   */
  #served: string;
  #timer: NodeJS.Timeout | undefined;
  #onSwap: ((site: Site) => unknown) | undefined;
  /** The stamp and the fault of the catalog in the folder, if it cannot be served. */
  #refusal: string | undefined;
  /** The message of the newest build, with its time, if it failed; undefined if it succeeded. */
  #failure: string | undefined;
  /**
   * The number of readings of the folder that are not finished, and the end of the last one. They run one after the other, so
   * that the catalog that was read last is served.
   */
  #turns = 0;
  #lastTurn: Promise<void> = Promise.resolve();
  readonly #logWatch = new LogWatch();
  readonly #folder: string;
  readonly #setting: SiteSetting;
  readonly #log: Logger;

  private constructor(
    folder: string,
    stamp: string,
    dist: Dist,
    site: Site,
    setting: SiteSetting,
    log: Logger,
  ) {
    this.#folder = folder;
    this.#setting = setting;
    this.#log = log;
    this.#stamp = stamp;
    this.#served = stamp;
    this.#dist = dist;
    this.#site = site;
    this.#lookForFailure();
  }

  /**
   * Opens the catalog in a folder.
   * @throws DistError when the folder has no catalog that can be served
   */
  static async open(folder: string, setting: SiteSetting, log: Logger): Promise<CatalogHolder> {
    const stamp = readStamp(folder);
    const dist = await readDist(folder);
    const holder = new CatalogHolder(folder, stamp, dist, await openSite(dist, setting), setting, log);
    await holder.#logWatch.note(holder.#site);
    return holder;
  }

  /** Returns the time at which the served catalog was put in place, in seconds since 1970. */
  get builtAt(): number {
    return Number(this.#served.split('.')[1] ?? 0) / 1e9;
  }

  /**
   * Returns what is wrong with the catalog that is served, in words that strangers may read: it is not the newest, its log does
   * not continue the former one, or pages are damaged. Returns undefined if nothing is wrong. The log has the details.
   */
  get degraded(): string | undefined {
    if (!this.isLogContinued) return 'its log does not begin with the log that was served before';
    if (this.#refusal !== undefined)
      return 'the newest catalog cannot be served, so the one before it is served';
    const { size } = this.#site.damaged;
    if (size > 0) return `${size} pages whose files are damaged cannot be served`;
    if (this.#failure === undefined) return undefined;
    const [at = ''] = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/.exec(this.#failure) ?? [];
    return `the build ${at && `of ${at} `}failed, so the catalog before it is served`;
  }

  /** Tells whether the catalog in the folder cannot be served. */
  get isRefused(): boolean {
    return this.#refusal !== undefined;
  }

  /** Returns the manifest of the catalog that is served. */
  get manifest(): Buffer {
    return this.#dist.manifest;
  }

  /** Tells whether the log of the served catalog continues every log that was served since the start. */
  get isLogContinued(): boolean {
    return this.#logWatch.isContinued;
  }

  /** Returns the number of entries in the log of the served catalog. */
  get logSize(): number {
    return this.#logWatch.size;
  }

  get site(): Site {
    return this.#site;
  }

  /** Looks for a newer catalog, after a client asked for a page whose file is gone. Returns whether there was one. */
  async renew(): Promise<boolean> {
    const before = this.#site;
    if (readStamp(this.#folder) !== this.#stamp) await this.#read();
    else await this.#lastTurn;
    return this.#site !== before;
  }

  /** Reads the folder again. If its catalog cannot be served, logs that, and the current one stays. */
  reload(): Promise<void> {
    this.#refusal = undefined;
    return this.#read();
  }

  /**
   * Looks for a new catalog every second, until `stop` is called.
   * @param onSwap called with each site that is served from then on
   */
  watch(onSwap?: (site: Site) => unknown): void {
    this.#onSwap = onSwap;
    let waited = 0;
    this.#timer = setInterval(() => {
      this.#lookForFailure();
      // The parts of the refused catalog may have been repaired, which does not change the stamp of its manifest.
      const isDue = this.#refusal !== undefined && ++waited % retryPolls === 0;
      if (this.#turns === 0 && (isDue || readStamp(this.#folder) !== this.#stamp)) this.#read();
    }, pollMilliseconds);
    this.#timer.unref();
  }

  /** Checks whether the newest build failed, and logs if that has changed. Never throws. */
  #lookForFailure(): void {
    const failure = readFailure(this.#folder);
    if (failure === this.#failure) return;
    this.#failure = failure;
    if (failure === undefined) this.#log.info('the newest build succeeded');
    else this.#log.error({ reason: failure }, 'the newest build failed: the catalog before it is served');
  }

  async #noteLog(): Promise<void> {
    const before = this.#logWatch.isContinued;
    await this.#logWatch.note(this.#site);
    if (before && !this.#logWatch.isContinued)
      this.#log.error('the log of the new catalog does not begin with the one that was served before');
  }

  #read(): Promise<void> {
    this.#turns += 1;
    this.#lastTurn = this.#lastTurn.then(async () => {
      await this.#swap();
      this.#turns -= 1;
    });
    return this.#lastTurn;
  }

  /**
   * Serves the catalog in the folder if it is new. Never throws, since a timer calls it. Logs the same fault of a catalog only
   * once.
   */
  async #swap(): Promise<void> {
    const stamp = readStamp(this.#folder);
    try {
      const dist = await readDist(this.#folder);
      this.#site = await openSite(dist, this.#setting);
      this.#dist = dist;
      this.#served = stamp;
      this.#refusal = undefined;
      await this.#noteLog();
      this.#onSwap?.(this.#site);
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
}

/** Reads the message that a failed build left beside the catalog; undefined if there is none. */
const readFailure = (folder: string): string | undefined =>
  unlessThrown(() => readFileSync(join(folder, failureFile), 'utf8').trim());

/** Returns a text that changes when a build puts a new manifest in place. */
function readStamp(folder: string): string {
  try {
    const stat = statSync(join(folder, manifestFile), { throwIfNoEntry: false, bigint: true });
    return stat ? `${stat.ino}.${stat.mtimeNs}.${stat.size}` : '';
  } catch (error) {
    // The folder cannot be accessed. The attempt to read it will say why.
    return String((error as NodeJS.ErrnoException).code);
  }
}
