/** Checks a recommendation: computes it again from the evidence that it cites, and says which of its fields differ. */

import type { EvidenceSnapshot } from '#document/evaluation/evidence-snapshot.ts';
import type { Recommendation } from '#document/evaluation/recommendation.ts';
import type { ArtifactStatus } from '#document/kind/artifact-status.ts';
import { contradictionsIn } from '../../../server/evidence/recommend/contradiction.ts';
import type { Profile } from '../../../server/evidence/recommend/input.ts';
import { recommend } from '../../../server/evidence/recommend/recommend.ts';
import { differences } from './compare.ts';

/**
 * Computes a recommendation again from its evidence. Returns a sentence for each field that differs.
 * @param evidence every snapshot that the recommendation cites, by digest
 * @param signedAt the time of the signature; if undefined, a time is used at which each snapshot is stale or not, as the
 * recommendation states
 */
export function decisionFaults(
  stated: Recommendation,
  profile: Omit<Profile, 'digest'>,
  evidence: ReadonlyMap<string, EvidenceSnapshot>,
  signedAt: string | undefined,
): string[] {
  const cited = stated.snapshots.map(({ digest }, index) => {
    // The newest is cited first; of those completed in one second only this order tells which it was.
    return { digest, snapshot: evidence.get(digest)!, number: stated.snapshots.length - index };
  });
  const computed = recommend({
    profile: { ...profile, digest: stated.profile, ...lateness(stated) },
    evidence: cited,
    standing: standingIn(stated),
    now: signedAt ?? timeOf(stated, evidence),
  });
  const { schema, kind, visibility, title, description, recommendation, adoptions, ...own } =
    stated as Recommendation & Record<'schema' | 'kind' | 'visibility' | 'title' | 'description', string>;
  return [...differences(own, computed, 'all'), ...contradictionsIn(stated)];
}

/**
 * Returns a time of registration for the profile that makes it late if the recommendation says that it was, since no document
 * states the real time.
 */
const lateness = ({ late_profile }: Recommendation) =>
  late_profile ? { registered_at: '9999-12-31T00:00:00Z' } : {};

/** Returns the status of each lock that was not active at the time of the decision, which only the recommendation states. */
function standingIn({ excluded }: Recommendation): Map<string, ArtifactStatus> {
  const locks = excluded.flatMap(({ lock, reasons }) => {
    const status = reasons.find(({ code }) => code === 'not_active')?.status;
    return status ? [[lock, status] as const] : [];
  });
  return new Map(locks);
}

/** Returns a time at which those snapshots were stale that the recommendation calls stale, and no others. */
function timeOf({ snapshots }: Recommendation, evidence: ReadonlyMap<string, EvidenceSnapshot>): string {
  const times = snapshots.map(({ digest, use }) => {
    const { stale_at, completed_at } = evidence.get(digest)!;
    return use === 'stale' ? stale_at : completed_at;
  });
  return times.sort().at(-1) ?? '1970-01-01T00:00:00Z';
}
