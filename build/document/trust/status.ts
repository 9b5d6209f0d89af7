/** The page of the current status of an artifact. */
import type { z } from 'zod';
import { type ArtifactStatus, artifactStatus } from '../kind/artifact-status.ts';
import { artifactPath, type Place, type TrustPage, trustPage } from './page.ts';

export type StatusFields = z.infer<typeof artifactStatus.fields>;

/** What a reader is to do about each status. */
const advice: Readonly<Record<ArtifactStatus, string>> = {
  active: 'It may be used.',
  deprecated: 'Do not choose it for new work. It may become active again.',
  superseded: 'Use its successor instead.',
  revoked:
    'Do not use it. It is withdrawn for good; its bytes stay readable so that former use can be examined.',
};

/** The status as a page. */
export function statusPage(fields: StatusFields, place: Place): TrustPage {
  const name = fields.names[0]!;
  return trustPage(artifactStatus, place, {
    path: artifactPath(fields.digest, 'status', place.tenantPrefix),
    title: `Status of artifact ${fields.digest.slice(0, 'sha256:'.length + 16)}`,
    description: `Whether ${name} may be used: it is ${fields.status}.`,
    fields,
    body: bodyOf(fields, name, place),
  });
}

function bodyOf({ digest, status, superseded_by }: StatusFields, name: string, place: Place): string {
  const successor = superseded_by === undefined ? '' : `\n- Successor: [${superseded_by}](${superseded_by})`;
  const receipt = artifactPath(digest, 'signature', place.tenantPrefix);
  return [
    `## What it means\n\n${advice[status]}\n\n`,
    `- Artifact: [${name}](${name})${successor}\n`,
    `- Signature: [receipt](${receipt})\n`,
  ].join('');
}
