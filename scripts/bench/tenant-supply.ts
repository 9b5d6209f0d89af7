/** Tenants of a server under measurement, made in its store, and documents that they register. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabasePlace } from '../../server/database/database.ts';
import { openStore } from '../../server/store/store.ts';
import { secretDigest } from '../../server/tenant/authenticate.ts';
import { seconds } from '../../server/ticket/time.ts';
import type { BuiltCatalog } from './catalog.ts';
import type { PreparedRequest } from './send.ts';

/** Limits that end no load. */
const limits = new Map([
  ['private_candidates', 1_000_000_000],
  ['requests_per_minute', 1_000_000_000],
  ['storage_bytes', 1_000_000_000_000],
] as const);

interface Caller {
  tenantId: string;
  token: string;
}

/** Makes so many tenants, each with a credential that may register formations. */
export async function makeCallers(place: DatabasePlace, count: number): Promise<Caller[]> {
  const now = seconds(Date.now());
  const store = await openStore(place, now);
  const callers: Caller[] = [];
  for (let index = 0; index < count; index += 1) {
    const tenantId = `tenant-${index}`;
    const [id, secret] = [randomBytes(8).toString('hex'), randomBytes(32).toString('base64url')];
    await store.tenants.create(tenantId, now);
    await store.accounts.setLimits(tenantId, limits);
    await store.credentials.create({
      id,
      tenantId,
      scopes: ['formations:write'],
      runner: false,
      invited: false,
      createdAt: now,
      expiresAt: null,
      revokedAt: null,
      secretSha256: secretDigest(secret),
    });
    callers.push({ tenantId, token: `atc_${id}_${secret}` });
  }
  await store.close();
  return callers;
}

/** What only published versions say of themselves. */
const publishedLines = /^(?:visibility|path|product_api_version|schema_version): .*\n/gm;

/** A published formation as a tenant would register it, under a publisher that the catalog does not have. */
export function candidateText({ manifest, dist }: BuiltCatalog): string {
  const page = manifest.pages.find(
    ({ kind, path }) => kind === 'formation' && path.startsWith('/formations/'),
  )!;
  const text = readFileSync(join(dist, page.file), 'utf8').replace(publishedLines, '');
  return text.replace(/^publisher: .*$/m, 'publisher: bench');
}

let registered = 0;

/** The request that registers a candidate which nobody has registered before. */
export function registration({ tenantId, token }: Caller, text: string): PreparedRequest {
  registered += 1;
  return {
    method: 'POST',
    path: `/v1/tenants/${tenantId}/formations`,
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'text/markdown; charset=utf-8',
      'Idempotency-Key': `bench-${process.pid}-${registered}`,
    },
    body: text.replace(/^name: .*$/m, `name: candidate-${process.pid}-${registered}`),
  };
}
