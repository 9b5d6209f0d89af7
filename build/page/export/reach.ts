/** The reach of a role through the tools that a coding host gives it, and the claims of the host that concern it. */

import type { TeamRole } from '../program/team.ts';
import type { ClaimId, HostId } from '../runtime/claim.ts';
import { accessOf, namesOf, type Tools } from './tool.ts';

const shells = ['Bash', 'bash', 'execute', 'run_shell_command', 'exec_command'];
const writers = ['Write', 'Edit', 'write', 'edit', 'write_file', 'replace', 'apply_patch'];
const searchers = ['WebSearch', 'websearch', 'google_web_search', 'web_search', 'web'];
const fetchers = ['WebFetch', 'webfetch', 'web_fetch', 'web'];

interface Reach {
  /** Whether it has a shell. */
  runs: boolean;
  /** Whether it changes files. A shell that it has for reading alone changes none. */
  writes: boolean;
  /** Whether it may read a page. */
  fetches: boolean;
  /** Whether it may search the web. */
  searches: boolean;
}

/** Returns the reach of a role in a host, by the names of its tools there and the access that they have. */
export function reachOf({ tools: ids }: Pick<TeamRole, 'tools'>, host: HostId, tools: Tools): Reach {
  const { names } = namesOf(ids, host, tools);
  const access = accessOf(ids, tools);
  const has = (some: readonly string[]) => names.some(name => some.includes(name));
  const runs = has(shells);
  const writes = has(writers) || (runs && (access.has('write') || access.has('execute')));
  return { runs, writes, fetches: has(fetchers), searches: has(searchers) };
}

/** Tells whether a claim concerns a role with this reach. */
export function concerns(claim: ClaimId, { runs, writes, fetches, searches }: Reach): boolean {
  if (claim === 'search') return !searches;
  if (claim === 'files') return !writes;
  if (claim === 'shell') return !runs;
  if (claim === 'pages') return fetches;
  return claim !== 'network' || !(runs || fetches);
}
