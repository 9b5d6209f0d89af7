/** The settings that operators change while the server runs (caps, pause and keys), as this process knows them now. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { StoreAway, StoreBusy } from '../store/database/backend.ts';
import type { SettingStore } from '../store/setting.ts';
import { type CapSettings, readCaps } from './rule/caps.ts';
import type { KeyStore } from './store/ticket-key.ts';

/** The settings at one moment. They never change; newer ones replace them. */
interface Settings {
  caps: CapSettings;
  /** The seconds after which clients may try again while reporting is paused; undefined if it is not paused. */
  pausedForSeconds: number | undefined;
  key: { id: string; secret: KeyObject; network: KeyObject };
  /** The names of the keys that were in force before the present one. */
  rotatedKeys: ReadonlySet<string>;
}

export interface LiveSettings {
  /**
   * The present settings.
   * @throws StoreAway if the database could not be read since the start
   */
  readonly current: Settings;
  /** Whether the settings could be read since the start. */
  readonly isLoaded: boolean;
  /** Reads the settings again, at once. */
  refresh(): Promise<void>;
  close(): void;
}

/** The milliseconds between two readings. Every process must see a change within a second (docs/operation.md#3). */
const refreshMilliseconds = 300;

/** The setting that pauses reporting. Its value is the seconds of `Retry-After`. */
export const pauseSetting = 'reporting.paused_for_seconds';

/**
 * Reads the settings now, and from then on several times a second. If the database is away at the start, there are none until it
 * returns.
 * @param prepare called before settings are read from a database for the first time
 * @param onError called when the settings could not be read; the last ones stay in force
 * @throws Error when the database has no ticket key, even after `prepare`
 */
export async function openLiveSettings(
  store: { settings: SettingStore; keys: KeyStore },
  prepare: () => Promise<void>,
  onError: (error: unknown) => void,
): Promise<LiveSettings> {
  let current: Settings | undefined;
  let underWay: Promise<void> | undefined;
  const read = async () => {
    let found = current && (await readSettings(store, current));
    if (!found) {
      // There was no database before, or it was replaced by another.
      await prepare();
      found = await readSettings(store, current);
    }
    if (!found) throw new Error('There is no ticket key.');
    current = found;
  };
  await read().catch(error => {
    if (!(error instanceof StoreBusy)) throw error;
  });
  const refresh = () => {
    underWay ??= read().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
  const timer = setInterval(() => void refresh().catch(onError), refreshMilliseconds);
  timer.unref();
  return {
    get current() {
      if (!current) throw new StoreAway();
      return current;
    },
    get isLoaded() {
      return current !== undefined;
    },
    refresh,
    close: () => clearInterval(timer),
  };
}

/**
 * Reads the settings; undefined if there is no ticket key.
 * @param before the last settings, whose key objects are used again if the key is the same
 */
async function readSettings(
  store: { settings: SettingStore; keys: KeyStore },
  before?: Settings,
): Promise<Settings | undefined> {
  const [values, { inForce, rotated }] = await Promise.all([store.settings.read(), store.keys.read()]);
  if (!inForce) return undefined;
  const pause = values.get(pauseSetting);
  return {
    caps: readCaps(values),
    pausedForSeconds: pause === undefined ? undefined : Number(pause),
    key:
      before?.key.id === inForce.id
        ? before.key
        : {
            id: inForce.id,
            secret: createSecretKey(inForce.ticketSecret, 'base64'),
            network: createSecretKey(inForce.networkSecret, 'base64'),
          },
    rotatedKeys: new Set(rotated),
  };
}
