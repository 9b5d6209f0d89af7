/** The caps that operators set, by name, with their defaults (decisions, Use tickets 3). */
import type { Cohort } from '#document/kind/use-receipt-acceptance.ts';
import type { Caps } from './ledger.ts';

export const defaultCaps = {
  credential_open: 20,
  visitor_open: 5,
  visitor_per_hour: 10,
  visitor_site_per_hour: 1000,
} as const;
export type CapName = keyof typeof defaultCaps;
export type CapSettings = Readonly<Record<CapName, number>>;

/** The greatest value of a cap. */
export const maxCap = 1_000_000_000;

export const isCapName = (name: string): name is CapName => Object.hasOwn(defaultCaps, name);

/** The caps in force: what was set, and the default where nothing was. */
export function readCaps(settings: ReadonlyMap<string, string>): CapSettings {
  const entries = Object.entries(defaultCaps).map(([name, byDefault]) => {
    const set = settings.get(`cap.${name}`);
    return [name, set === undefined ? byDefault : Number(set)];
  });
  return Object.fromEntries(entries) as CapSettings;
}

/** The caps that a holder of this cohort is under. */
export function capsOf(cohort: Cohort, settings: CapSettings): Caps {
  if (cohort === 'invited') return { open: settings.credential_open };
  return {
    open: settings.visitor_open,
    perHour: settings.visitor_per_hour,
    sitePerHour: settings.visitor_site_per_hour,
  };
}
