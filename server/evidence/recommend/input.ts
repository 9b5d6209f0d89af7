/** The input from which a recommendation is computed. */

import type { EvidenceSnapshot } from '#document/evaluation/evidence-snapshot.ts';
import type { ArtifactStatus } from '#document/kind/artifact-status.ts';

/** The fields of a workload profile on which a decision depends. */
export interface Profile {
  digest: string;
  task_class: string;
  /** The pass rate that is required, in per cent. */
  min_pass_rate: number;
  max_tokens_per_run?: number | undefined;
  max_elapsed_milliseconds?: number | undefined;
  max_agents?: number | undefined;
  /** The time at which the profile was registered (RFC 3339); undefined if it is unknown. */
  registered_at?: string | undefined;
}

/** An evidence snapshot with its digest. */
export interface Evidence {
  digest: string;
  snapshot: EvidenceSnapshot;
  /**
   * The number of the artifact, in the order in which the tenant got its artifacts; 0 if absent. It orders evidence that was
   * completed in one second.
   */
  number?: number;
}

export interface Inputs {
  profile: Profile;
  /** All evidence of the tenant, in any order. */
  evidence: readonly Evidence[];
  /**
   * The status of locks and suites, by digest. A lock has the worse of its own status and its formation's. An artifact that is
   * not listed is active.
   */
  standing: ReadonlyMap<string, ArtifactStatus>;
  /** The present time (RFC 3339). It decides which evidence is stale, and is not part of the answer. */
  now: string;
}

/** Compares evidence for sorting, so that the newest comes first. */
export function byNewest(a: Evidence, b: Evidence): number {
  const [x, y] = [a.snapshot.completed_at, b.snapshot.completed_at];
  if (x !== y) return x < y ? 1 : -1;
  if (a.number !== b.number) return (b.number ?? 0) - (a.number ?? 0);
  return a.digest < b.digest ? -1 : 1;
}
