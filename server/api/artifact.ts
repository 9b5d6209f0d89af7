/** The private artifacts of a tenant: exact bytes, signature receipt, status with eligibility (docs/tenants.md#8). */
import type { Obstacle } from '#document/kind/artifact-status.ts';
import { artifactPath } from '#document/proof/document/page.ts';
import { receiptPage } from '#document/proof/document/receipt.ts';
import { statusPage } from '#document/proof/document/status.ts';
import type { StoredArtifact } from '../store/artifact.ts';
import { rfc3339 } from '../support/time.ts';
import { eligibleFor, obstaclesOf } from '../tenant/eligibility.ts';
import { eligibilityFacts } from '../tenant/eligibility-facts.ts';
import { listedPurpose } from '../tenant/listed-purpose.ts';
import { type Call, notFound } from './access.ts';
import { trustTenantPage } from './page.ts';
import type { Read } from './read.ts';

/**
 * Returns the artifact of the tenant that a path names.
 * @throws Refusal `not_found` if the tenant has none
 */
async function find({ params, tenantId, context }: Call): Promise<StoredArtifact> {
  const { digest = '' } = params;
  if (!/^[0-9a-f]{64}$/.test(digest)) throw notFound();
  const found = await context.store.artifacts.find(tenantId, `sha256:${digest}`);
  if (!found) throw notFound();
  return found;
}

/** Tells whether an assignment that the runner has under a lease now names the artifact of a path (docs/runners.md#2). */
export const isAssigned = ({ params, tenantId, credential, at, context }: Call): Promise<boolean> =>
  context.store.assignments.names(tenantId, credential.id, `sha256:${params.digest}`, at);

export const readArtifact: Read = async call => {
  const { digest, kind, content, status } = await find(call);
  const link = (page: 'signature' | 'status') =>
    `<${artifactPath(digest, page, call.prefix)}>; rel="${page}"; type="text/markdown"`;
  return {
    path: artifactPath(digest, '', call.prefix),
    text: content,
    kind,
    links: [link('signature'), link('status')],
    immutable: true,
    headers: status === 'active' ? [] : ['Artifact-Status', status],
  };
};

export const readSignature: Read = async call => {
  const { digest, size_bytes, key_id, signature, signed_at } = await find(call);
  const receipt = { digest, size_bytes, algorithm: 'ed25519', key_id, signature, signed_at } as const;
  const purpose = listedPurpose(call.context.site(), key_id);
  const page = receiptPage(receipt, placeOf(call), purpose);
  return trustTenantPage(purpose ? page : { ...page, body: page.body + unlistedText(key_id) });
};

/**
 * Writes the note that the list of keys does not have the key of a signature yet. The next build of the catalog lists a new key.
 */
const unlistedText = (keyId: string) =>
  `\nKey ${keyId} is not listed yet in [the keys](/trust/keys.md), so nobody can verify this yet. Try again later.\n`;

const placeOf = ({ context, prefix }: Call) => ({ baseUrl: context.site().baseUrl, tenantPrefix: prefix });

export const readStatus: Read = async call => {
  const artifact = await find(call);
  const { digest, status, reason_code, status_since, superseded_by } = artifact;
  const obstacles = obstaclesOf(await eligibilityFacts(artifact, call));
  const fields = {
    digest,
    status,
    reason_code,
    since: rfc3339(status_since),
    ...(superseded_by && { superseded_by: artifactPath(superseded_by, '', call.prefix) }),
    names: [artifactPath(digest, '', call.prefix)],
    eligible_for: eligibleFor(obstacles),
    obstacles,
  };
  const page = statusPage(fields, placeOf(call));
  return trustTenantPage({ ...page, body: page.body + obstacleText(obstacles) });
};

function obstacleText(obstacles: readonly Obstacle[]): string {
  const lines = obstacles.map(({ stops, message }) => `- ${message} (stops ${stops.join(' and ')})\n`);
  return `\n## What stands against it\n\n${lines.length === 0 ? 'Nothing.\n' : lines.join('')}`;
}
