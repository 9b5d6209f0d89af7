/** Looks up the facts on which the eligibility of an artifact depends. */
import type { ArtifactStatus } from '#document/kind/artifact-status.ts';
import type { StoredArtifact } from '../store/artifact.ts';
import type { Store } from '../store/store.ts';
import { publicStatus, type Reach } from './catalog.ts';
import type { EligibilityFacts } from './eligibility.ts';

interface Call extends Reach {
  context: Reach['context'] & { store: Pick<Store, 'artifacts' | 'evidence'> };
}

/** Returns the present facts on which the eligibility of an artifact depends. */
export async function eligibilityFacts(artifact: StoredArtifact, call: Call): Promise<EligibilityFacts> {
  const { kind, status, digest, formation } = artifact;
  const hasEvidence = async () =>
    (await call.context.store.evidence.naming(call.tenantId, digest)).length > 0;
  const { artifacts } = call.context.store;
  if (kind === 'formation') {
    return {
      kind,
      status,
      hasLock: await artifacts.hasActiveLock(call.tenantId, digest),
      hasEvidence: await hasEvidence(),
    };
  }
  if (formation === null) return { kind, status };
  return {
    kind,
    status,
    formation: await formationStatus(formation, call),
    hasEvidence: await hasEvidence(),
  };
}

async function formationStatus(
  digest: string,
  { context, tenantId }: Reach,
): Promise<ArtifactStatus | 'unreadable'> {
  const own = await context.store.artifacts.find(tenantId, digest);
  return own?.status ?? publicStatus(context.site(), digest) ?? 'unreadable';
}
