/**
 * `POST T/recommendations`: recommends an organisation for a workload, by the evidence of the tenant
 * (docs/recommendations.md#1).
 */

import type { EvidenceSnapshot } from '#document/evaluation/evidence-snapshot.ts';
import { type Recommendation, recommendation } from '#document/evaluation/recommendation.ts';
import { recommendationRequest } from '#document/evaluation/recommendation-request.ts';
import { inReferenceOrder } from '#document/message/kind-schema.ts';
import { artifactPath } from '#document/proof/document/page.ts';
import { writeDocument } from '#document/text/front-matter.ts';
import { refuseContradictions } from '../evidence/recommend/contradiction.ts';
import type { Evidence, Profile } from '../evidence/recommend/input.ts';
import { recommend } from '../evidence/recommend/recommend.ts';
import { describedBy } from '../site/links.ts';
import { adoptionsOf } from '../store/adoption.ts';
import type { Transaction } from '../store/database/backend.ts';
import type { LockedTenant, Outcome } from '../store/mutation.ts';
import { rfc3339 } from '../support/time.ts';
import { frontMatterOf } from '../tenant/catalog.ts';
import { keepArtifact } from '../tenant/keep-artifact.ts';
import { standings } from '../tenant/standing.ts';
import type { Call } from './access.ts';
import type { Prepare } from './change.ts';
import { sweepIfDue } from './evaluation.ts';
import { type Message, readMessage } from './message.ts';

export const postRecommendation: Prepare = async (call, body) => {
  const profile = await findProfile(readMessage(recommendationRequest, body), call);
  await sweepIfDue(call);
  const stored = await call.context.store.evidence.ofTaskClass(call.tenantId, profile.task_class);
  const evidence = stored.map(({ digest, content, number }): Evidence => {
    return { digest, number, snapshot: frontMatterOf(content) as unknown as EvidenceSnapshot };
  });
  const standing = await standings(evidence, call);
  const decided = recommend({ profile, evidence, standing, now: rfc3339(call.at) });
  refuseContradictions(decided);
  return tenant => keep(tenant, decided, call);
};

async function findProfile({ value, refuse }: Message<{ profile: string }>, call: Call): Promise<Profile> {
  const found = await call.context.store.artifacts.find(call.tenantId, value.profile);
  if (found?.kind === 'workload_profile' && found.status === 'active')
    return {
      ...(frontMatterOf(found.content) as unknown as Profile),
      digest: value.profile,
      registered_at: rfc3339(found.registered_at),
    };
  const message = 'The tenant has no active workload profile of this digest.';
  refuse([{ path: ['profile'], rule: 'unknown-profile', message, help: 'Register it first.' }]);
  throw new Error('A fault refuses.');
}

function* keep(tenant: LockedTenant, decided: Recommendation, call: Call): Transaction<Outcome> {
  const title = titles[decided.decision];
  const description = shortened(decided.reasons[0]!);
  const { schema, kind } = recommendation;
  const head = { schema, kind, visibility: 'tenant', title, description };
  const value = inReferenceOrder(recommendation, { ...head, ...decided });
  const { at, credential, context, prefix } = call;
  const artifact = {
    kind,
    title,
    taskClass: decided.task_class,
    text: writeDocument(value, ''),
    at,
    by: credential.id,
  };
  const { digest, isNew } = yield* keepArtifact(tenant, artifact, context.tenant.signing);
  const adoptions = yield* adoptionsOf(tenant.id, digest);
  const shown = adoptions.map(({ outcome, reason_code, date }) => ({ outcome, reason_code, date }));
  const body = writeDocument({ ...value, recommendation: digest, adoptions: shown }, bodyOf(decided));
  const headers = ['Location', artifactPath(digest, '', prefix), 'Link', describedBy(kind)];
  const events = isNew ? [{ kind: 'recommendation_made', subject: digest }] : [];
  const own = { digest, text: artifact.text };
  return { status: isNew ? 201 : 200, headers, body, events, artifact: own };
}

const titles: Readonly<Record<Recommendation['decision'], string>> = {
  recommend: 'Recommendation',
  insufficient_evidence: 'Not enough evidence',
  no_eligible_candidate: 'No eligible candidate',
};

const shortened = (text: string): string => (text.length <= 300 ? text : `${text.slice(0, 299)}…`);

function bodyOf({ reasons, decision }: Recommendation): string {
  return `# ${titles[decision]}\n\n${reasons.map(reason => `- ${reason}`).join('\n')}`;
}
