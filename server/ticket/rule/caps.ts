/** The caps that operators set, by name, with their defaults (docs/use-tickets.md#8). */
import { type Limit, ruleHolder, site } from './ledger.ts';
import type { VisitorNetworks } from './network.ts';

/** The largest number of tickets that a cap can be set to. */
const maxCap = 1_000_000_000;

/** The caps, each with its default, its largest value, and what it limits. */
const caps = {
  credential_open: { byDefault: 20, max: maxCap, about: 'open tickets of an invited credential' },
  visitor_open: { byDefault: 5, max: maxCap, about: 'open tickets of an IPv4 address or IPv6 /64' },
  visitor_per_hour: { byDefault: 10, max: maxCap, about: 'tickets an hour of such a client' },
  visitor_ipv4_24_per_hour: { byDefault: 60, max: maxCap, about: 'tickets an hour of an IPv4 /24' },
  visitor_ipv6_48_per_hour: { byDefault: 60, max: maxCap, about: 'tickets an hour of an IPv6 /48' },
  visitor_rule_percent: {
    byDefault: 30,
    max: 100,
    about: 'the share of `visitor_site_per_hour` that visitors selected by one rule may take, in percent',
  },
  visitor_site_per_hour: { byDefault: 1000, max: maxCap, about: 'tickets an hour of all visitors' },
} as const;

type CapName = keyof typeof caps;
export type CapSettings = Readonly<Record<CapName, number>>;

export const capNames = Object.keys(caps) as CapName[];

/** Returns the largest value that a cap can be set to. */
export const maxOfCap = (name: CapName): number => caps[name].max;

/** Returns a few words for operators about what a cap limits. */
export const aboutCap = (name: CapName): string => caps[name].about;

export const isCapName = (name: string): name is CapName => Object.hasOwn(caps, name);

/** Returns the caps in force: the values that were set, and the defaults of the others. */
export function readCaps(settings: ReadonlyMap<string, string>): CapSettings {
  const entries = capNames.map(name => [name, Number(settings.get(`cap.${name}`) ?? caps[name].byDefault)]);
  return Object.fromEntries(entries) as CapSettings;
}

export const defaultCaps: CapSettings = readCaps(new Map());

export const credentialLimits = (credential: string, settings: CapSettings): Limit[] => [
  { cohort: 'invited', holder: credential, open: settings.credential_open },
];

/**
 * Returns the limits that apply to a visitor: those of its client, of the wider network, of all visitors that its rule
 * selected, and of all visitors. Only the limit of the client counts open tickets. Most visitors never report, so a network
 * that many share would otherwise use up the tickets of a week within an hour.
 */
export function visitorLimits(
  { client, network, version }: VisitorNetworks,
  rule: string,
  settings: CapSettings,
): Limit[] {
  const perNetwork = version === 4 ? settings.visitor_ipv4_24_per_hour : settings.visitor_ipv6_48_per_hour;
  const { visitor_site_per_hour: perSite, visitor_rule_percent: percent } = settings;
  return [
    { ...visitor(client), open: settings.visitor_open, perHour: settings.visitor_per_hour },
    { ...visitor(network), perHour: perNetwork },
    // Rounded up, so that a cap above 0 leaves a share to every rule.
    { ...ruleHolder(rule), perHour: Math.ceil((perSite * percent) / 100) },
    { ...site, perHour: perSite },
  ];
}

const visitor = (holder: string) => ({ cohort: 'visitor', holder }) as const;
