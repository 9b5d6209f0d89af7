/** Documents that the service keeps for a tenant under the digest of their bytes. */
import type { z } from 'zod';
import type { Kind } from '#document/kind/kind.ts';
import { hasDigest } from '../../support/signed/receipt.ts';
import { type Connection, checked, orFailure, refusal, refused } from './connection.ts';

/**
 * Reads an artifact.
 * @param digest `sha256:` and hexadecimal digits
 * @throws Failure when its bytes have another digest, or it is of another kind
 */
export async function readArtifact<Shape extends z.ZodRawShape>(
  { client }: Connection,
  digest: string,
  kind: Kind<Shape>,
) {
  const route = `artifacts/sha256/${digest.slice('sha256:'.length)}.md`;
  const answer = await orFailure(client.get(route));
  if (answer.status !== 200) throw refusal(answer, `GET ${route}`);
  if (!hasDigest(answer.body, digest)) throw refused(`GET ${route}: its bytes have another digest.`);
  return { ...checked(kind, answer, `GET ${route}`), bytes: answer.body };
}
