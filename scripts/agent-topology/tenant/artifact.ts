/** Reads the documents that the service keeps for a tenant, under the digests of their bytes. */
import type { z } from 'zod';
import type { Kind } from '#document/kind/kind.ts';
import { documentIn, refused } from '../../runner/client.ts';
import type { CheckedDocument } from '../../support/client/document.ts';
import { hasDigest } from '../../support/signed/receipt.ts';
import { type Connection, refusal } from './connection.ts';

/**
 * Returns the route of an artifact, without its extension.
 * @param digest `sha256:` and hexadecimal digits
 */
export const routeOf = (digest: string): string => `artifacts/sha256/${digest.slice('sha256:'.length)}`;

/**
 * Reads an artifact.
 * @throws Failure when its bytes have another digest, or it is of another kind
 */
export async function readArtifact<Shape extends z.ZodRawShape>(
  { client }: Connection,
  digest: string,
  kind: Kind<Shape>,
): Promise<CheckedDocument<Shape> & { bytes: Buffer }> {
  const route = `${routeOf(digest)}.md`;
  const answer = await client.get(route);
  if (answer.status !== 200) throw refusal(answer, `GET ${route}`);
  if (!hasDigest(answer.body, digest))
    throw refused(`GET ${route}: the bytes of the answer have another digest.`);
  return { ...documentIn(kind, answer, `GET ${route}`), bytes: answer.body };
}
