/**
 * The reach of a role: what it can do through the tools that a coding host gives to it, and the
 * claims about the host that concern it.
 */

import type { TeamRole } from '../program/team.ts';
import type { ClaimId, HostId } from '../runtime/claim.ts';
import { accessOf, namesOf, type Tools } from './tool.ts';

const shells = ['Bash', 'bash', 'execute', 'run_shell_command', 'exec_command'];
const writers = ['Write', 'Edit', 'write', 'edit', 'write_file', 'replace', 'apply_patch'];
const searchers = ['WebSearch', 'websearch', 'google_web_search', 'web_search', 'web'];
const fetchers = ['WebFetch', 'webfetch', 'web_fetch', 'web'];

interface Reach {
  /** Whether the role has a shell. */
  runs: boolean;
  /** Whether the role changes files. A shell that is only for reading changes none. */
  writes: boolean;
  /** Whether the role may read pages of the web. */
  fetches: boolean;
  /** Whether the role may search the web. */
  searches: boolean;
}

/** Returns the reach of a role in a host, from the names of its tools in that host and the access that they need. */
export function reachOf({ tools: ids }: Pick<TeamRole, 'tools'>, host: HostId, tools: Tools): Reach {
  const { names } = namesOf(ids, host, tools);
  const access = accessOf(ids, tools);
  const has = (some: readonly string[]) => names.some(name => some.includes(name));
  const runs = has(shells);
  const writes = has(writers) || (runs && (access.has('write') || access.has('execute')));
  return { runs, writes, fetches: has(fetchers), searches: has(searchers) };
}

/** Tells whether a claim about a host concerns a role with this reach. */
export function concerns(claim: ClaimId, { runs, writes, fetches, searches }: Reach): boolean {
  if (claim === 'search') return !searches;
  if (claim === 'files') return !writes;
  if (claim === 'shell') return !runs;
  if (claim === 'pages') return fetches;
  return claim !== 'network' || !(runs || fetches);
}
