/** The claims about the files of each host: whether each holds, how that is known, and the losses that follow if it does not. */

import { listed } from '#document/text/plain-text.ts';
import type { TeamRole } from '../program/team.ts';
import {
  type Claim,
  type ClaimId,
  claims,
  type Documentation,
  type HostId,
  type Measurement,
  type Seen,
} from '../runtime/claim.ts';
import { documented } from '../runtime/documented.ts';
import { record } from '../runtime/record.ts';
import { concerns, reachOf } from './reach.ts';
import type { Lost } from './target.ts';
import { namesOf, type Tools } from './tool.ts';

/** A claim about a host, and how it is known: by measurements of versions of the host, or by its documentation. */
export interface Known {
  claim: ClaimId;
  says: string;
  holds: boolean;
  measured: readonly (Seen & Omit<Measurement, 'claims' | 'not_offered'>)[];
  documented?: Documentation;
}

const everywhere = ['started', 'briefed', 'told', 'offered', 'files', 'shell', 'alone'] as const;

/** The claims that are made about the files of each host. */
export const made: Readonly<Record<HostId, readonly ClaimId[]>> = {
  'claude-code': [...everywhere, 'tools', 'network', 'pages'],
  codex: [...everywhere, 'search', 'threads', 'trust'],
  copilot: [...everywhere, 'tools', 'network', 'team', 'programs'],
  'gemini-cli': [...everywhere, 'tools', 'network', 'pages', 'turns', 'minutes', 'trust'],
  opencode: [...everywhere, 'tools', 'network', 'team', 'programs'],
};

const all = new Map<HostId, Known[]>();

/**
 * Returns all claims about a host, and how each is known.
 * @throws Error when a claim is neither measured nor documented
 */
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

/** Returns the losses of a role that follow from the claims about its host that do not hold. */
export function lossesIn(host: HostId, role: Pick<TeamRole, 'tools'>, tools: Tools): Lost[] {
  const reach = reachOf(role, host, tools);
  const { names } = namesOf(role.tools, host, tools);
  const lost = knownOf(host).flatMap(({ claim, holds }) => {
    const { lost: loss } = claims[claim] as Claim;
    return holds || !loss || !concerns(claim, reach) ? [] : [loss];
  });
  return [...lost, offerLoss(host, names)];
}

/**
 * Returns the loss of tools that a runtime did not offer although a file named them; undefined if it offers all of them.
 * @param names the tools that the file names
 */
export function offerLoss(host: HostId, names: readonly string[]): Lost {
  const like = record[host]
    .flatMap(({ not_offered }) => not_offered)
    .filter(({ named }) => named.every(name => names.includes(name)));
  const missing = names.filter(name => like.some(({ missing: tools }) => tools.includes(name)));
  if (missing.length === 0) return undefined;
  const versions = record[host].filter(({ not_offered }) => not_offered.some(each => like.includes(each)));
  const runtimes = listed(versions.map(({ version }) => version));
  const what = `Although the file names ${listed(missing)}, ${runtimes} did not offer them together with the other tools.`;
  return { what, instead: 'The agent works without them, or uses its other tools for the same purpose.' };
}
