/** The page of the current status of an artifact. */
import type { z } from 'zod';
import { type ArtifactStatus, artifactStatus } from '../../kind/artifact-status.ts';
import { artifactPath, type Place, type TrustPage, type TrustPageHead, trustPage } from './page.ts';

export type StatusFields = z.infer<typeof artifactStatus.fields>;

/** The advice to readers about each status. */
const advice: Readonly<Record<ArtifactStatus, string>> = {
  active: 'You may use it.',
  deprecated: 'Do not choose it for new work. It may become active again.',
  superseded: 'Use the successor instead.',
  revoked: 'Do not use it. It is withdrawn for good, but you can still read its bytes to examine former use.',
};

/** Returns the path and the title of the page of a status. */
export function statusHead({ digest, status, names }: StatusFields, { tenantPrefix }: Place): TrustPageHead {
  return {
    path: artifactPath(digest, 'status', tenantPrefix),
    title: `Status of artifact ${digest.slice(0, 'sha256:'.length + 16)}`,
    description: `Whether you may use ${names[0]}, which is ${status}.`,
  };
}

/** Makes the page that says whether an artifact may be used, with its successor, if it has one, and its receipt. */
export function statusPage(fields: StatusFields, place: Place): TrustPage {
  const head = statusHead(fields, place);
  return trustPage(artifactStatus, place, { ...head, fields, body: bodyOf(fields, fields.names[0]!, place) });
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
