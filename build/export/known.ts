/** The claims that the files of each host make, how each is known, and the losses that follow from those that do not hold. */
import {
  type Claim,
  type ClaimId,
  claims,
  type Documentation,
  type HostId,
  type Measurement,
  type Seen,
} from './claim.ts';
import { documented } from './documented.ts';
import { concerns, reachOf } from './reach.ts';
import { record } from './record/index.ts';
import type { Lost } from './target.ts';
import type { TeamRole } from './team.ts';
import { namesOf, type Tools } from './tool.ts';

/** What is known of a claim for a host: by measurements of its versions, or by its documentation. */
export interface Known {
  claim: ClaimId;
  says: string;
  holds: boolean;
  measured: readonly (Seen & Omit<Measurement, 'claims' | 'not_offered'>)[];
  documented?: Documentation;
}

const everywhere = ['started', 'briefed', 'told', 'offered', 'files', 'shell', 'alone'] as const;

/** The claims that the files of each host make. */
export const made: Readonly<Record<HostId, readonly ClaimId[]>> = {
  'claude-code': [...everywhere, 'tools', 'model', 'network', 'pages', 'turns'],
  codex: [...everywhere, 'search', 'threads', 'trust'],
  copilot: [...everywhere, 'tools', 'network', 'team', 'programs'],
  'gemini-cli': [...everywhere, 'tools', 'network', 'pages', 'turns', 'minutes', 'trust'],
  opencode: [...everywhere, 'tools', 'network', 'team', 'programs'],
};

const all = new Map<HostId, Known[]>();

/** All claims of a host, with how each is known. @throws Error when one is neither measured nor documented */
export function knownOf(host: HostId): Known[] {
  const known = all.get(host) ?? computed(host);
  all.set(host, known);
  return known;
}

function computed(host: HostId): Known[] {
  return made[host].map(claim => {
    const measured = record[host].flatMap(({ claims: seen, not_offered: _, ...run }) => {
      const one = seen[claim];
      return one && one.measured > 0 ? [{ ...run, ...one }] : [];
    });
    const source = documented[host]?.[claim];
    if (measured.length === 0 && !source)
      throw new Error(`${host}: the claim ${claim} was not measured, and no source documents it.`);
    const holds = measured.length > 0 ? measured.every(({ broken }) => broken === 0) : source!.holds;
    const { says } = claims[claim];
    return { claim, says, holds, measured, ...(source && { documented: source }) };
  });
}

/** What a role loses since claims of its host do not hold. */
export function lossesIn(host: HostId, role: Pick<TeamRole, 'tools'>, tools: Tools): Lost[] {
  const reach = reachOf(role, host, tools);
  const { names } = namesOf(role.tools, host, tools);
  const missing = notOffered(host, names);
  const lost = knownOf(host).flatMap(({ claim, holds }) => {
    const { lost: loss } = claims[claim] as Claim;
    return holds || !loss || !concerns(claim, reach) ? [] : [loss];
  });
  if (missing.length === 0) return lost;
  const what = `With these tools it is not offered ${missing.join(', ')}.`;
  return [...lost, { what, instead: 'It goes without, or does that with its other tools.' }];
}

/** Those of some tools that no role was offered which named them, or only some of them. */
function notOffered(host: HostId, names: readonly string[]): string[] {
  const like = record[host]
    .flatMap(({ not_offered }) => not_offered)
    .filter(({ named }) => named.every(name => names.includes(name)));
  return names.filter(name => like.some(({ missing }) => missing.includes(name)));
}
