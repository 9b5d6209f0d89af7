/** The present statuses of the artifacts that evidence names. */
import type { ArtifactStatus } from '#document/kind/artifact-status.ts';
import type { Evidence } from '../evidence/recommend/input.ts';
import { findFormation, type Reach } from './catalog.ts';

/** Returns the status of each lock that the evidence names (or that of its formation, if that is worse) and of each suite. */
export async function standings(
  evidence: readonly Evidence[],
  reach: Reach,
): Promise<Map<string, ArtifactStatus>> {
  const formations = new Map(
    evidence.flatMap(({ snapshot }) => snapshot.results.map(({ lock, formation }) => [lock, formation])),
  );
  const found = new Map<string, ArtifactStatus>();
  for (const [lock, formation] of formations) found.set(lock, await standingOf(lock, formation, reach));
  for (const suite of new Set(evidence.map(({ snapshot }) => snapshot.suite)))
    found.set(suite, (await reach.context.store.artifacts.find(reach.tenantId, suite))?.status ?? 'revoked');
  return found;
}

async function standingOf(lock: string, formation: string, reach: Reach): Promise<ArtifactStatus> {
  const own = (await reach.context.store.artifacts.find(reach.tenantId, lock))?.status ?? 'revoked';
  if (own !== 'active') return own;
  return (await findFormation(formation, reach)).facts?.status ?? 'revoked';
}
