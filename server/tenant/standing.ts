/** What the artifacts that evidence names are worth now. */
import type { ArtifactStatus } from '#document/kind/artifact-status.ts';
import type { Evidence } from '../recommend/input.ts';
import { findFormation, type Reach } from './catalog.ts';

/** The status of every lock that the evidence names: its own, or its formation's when that is worse. */
export async function standings(
  evidence: readonly Evidence[],
  reach: Reach,
): Promise<Map<string, ArtifactStatus>> {
  const formations = new Map(
    evidence.flatMap(({ snapshot }) => snapshot.results.map(({ lock, formation }) => [lock, formation])),
  );
  const found = new Map<string, ArtifactStatus>();
  for (const [lock, formation] of formations) found.set(lock, await standingOf(lock, formation, reach));
  return found;
}

async function standingOf(lock: string, formation: string, reach: Reach): Promise<ArtifactStatus> {
  const own = (await reach.context.store.artifacts.find(reach.tenantId, lock))?.status ?? 'revoked';
  if (own !== 'active') return own;
  return (await findFormation(formation, reach)).facts?.status ?? 'revoked';
}
