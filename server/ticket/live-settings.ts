/** The settings that operators change while the server runs: caps, pause and keys, as this process knows them right now. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { StoreAway, StoreBusy } from '../store/database/backend.ts';
import type { SettingStore } from '../store/setting.ts';
import { type CapSettings, readCaps } from './rule/caps.ts';
import type { KeyStore } from './store/ticket-key.ts';

/** A moment's settings. A snapshot never changes; the next one replaces it. */
interface Settings {
  caps: CapSettings;
  /** Present while reporting is paused: after how many seconds to try again. */
  pausedForSeconds: number | undefined;
  key: { id: string; secret: KeyObject; network: KeyObject };
  /** The names of the keys that were in force before. */
  rotatedKeys: ReadonlySet<string>;
}

export interface LiveSettings {
  /** @throws StoreAway while the database could not be read since the start */
  readonly current: Settings;
  /** Whether there are any. */
  readonly isLoaded: boolean;
  /** Reads them again, at once. */
  refresh(): Promise<void>;
  close(): void;
}

/** Every process must see a change within a second (docs/operation.md#3). */
const refreshMilliseconds = 300;

/** The name of the setting that pauses reporting; its value is the seconds of `Retry-After`. */
export const pauseSetting = 'reporting.paused_for_seconds';

/**
 * Reads the settings, and again several times a second. Without a database there are none at first.
 * @param prepare what must be done before they are read from a database for the first time
 * @param onError told when they could not be read; the last ones stay in force
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
      // There was no database yet, or another one is in its place.
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

/** The settings, unless there is no ticket key. */
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
