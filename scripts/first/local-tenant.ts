/** A tenant in the database of this machine, for programs that show how the service is used. */
import { randomBytes } from 'node:crypto';
import { readDocument } from '#build/text/front-matter.ts';
import type { Config } from '../../server/process/config.ts';
import { openStore } from '../../server/store/store.ts';
import { secretDigest } from '../../server/tenant/authenticate.ts';
import type { Client } from '../runner/client.ts';
import { harmless } from '../support/harmless.ts';

const scopes = [
  'artifacts:read',
  'formations:write',
  'evaluations:plan',
  'evaluations:start',
  'evaluations:read',
  'recommendations:read',
  'adoptions:write',
  'account:read',
  'events:read',
];

/** Posts a document. @returns the fields of the answer @throws Error with the answer of the service if it refuses */
export async function send(client: Client, route: string, text: string): Promise<Record<string, unknown>> {
  const { status, body } = await client.post(route, text);
  if (status !== 200 && status !== 201) throw new Error(harmless(`POST ${route}: ${status}\n${body}`));
  const parsed = readDocument(body.toString('utf8'));
  if (parsed.ok) return parsed.document.value;
  throw new Error(`POST ${route}: the answer is no document. ${parsed.faults[0]!.message}`);
}

/** Creates a tenant and its two credentials, as the operator would: its own, and that of a runner. @param name how its id begins */
export async function seedTenant(
  config: Config,
  name: string,
): Promise<{ tenant: string; tokens: [string, string] }> {
  const now = Math.floor(Date.now() / 1000);
  const store = await openStore(config, now);
  const tenant = `${name}-${randomBytes(4).toString('hex')}`;
  await store.tenants.create(tenant, now);
  const issue = async (runner: boolean): Promise<string> => {
    const [id, secret] = [randomBytes(8).toString('hex'), randomBytes(32).toString('base64url')];
    const times = { createdAt: now, expiresAt: null, revokedAt: null };
    const rights = { scopes: runner ? [] : scopes, runner, invited: false };
    await store.credentials.create({
      id,
      tenantId: tenant,
      ...rights,
      ...times,
      secretSha256: secretDigest(secret),
    });
    return `atc_${id}_${secret}`;
  };
  const tokens: [string, string] = [await issue(false), await issue(true)];
  await store.close();
  return { tenant, tokens };
}
