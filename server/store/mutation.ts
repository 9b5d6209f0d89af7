/**
 * Changes of a tenant: the change, its events and the stored response are one transaction (decisions, Idempotency 1). The
 * row of the tenant is locked first, so that its changes are made one after the other, by whichever process.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { type Backend, together, type Work, write } from './dialect/backend.ts';

/** Counts of a tenant that its changes raise. */
const countNames = ['last_event', 'last_artifact', 'candidates', 'documents'] as const;

/** The tenant as it stands while its row is locked. What a change raises the counts to is kept with the change. */
export interface LockedTenant extends Record<(typeof countNames)[number], number> {
  id: string;
  /** Limits that the operator set, as JSON by name. */
  limits: string;
}

export interface NewEvent {
  kind: string;
  /** What changed: the digest of an artifact, or the id of something else. */
  subject: string;
}

/** An answer as it is stored and sent. */
export interface StoredResponse {
  status: number;
  /** The headers of substance: names and values in turn. */
  headers: readonly string[];
  body: string;
}

/** What a change comes to. */
export interface Outcome extends StoredResponse {
  events: readonly NewEvent[];
  /** Set when nothing was changed, and a repeat is to be executed anew. */
  unstored?: boolean;
}

/** The body of a change. What it throws undoes all that it did, and is passed on. */
export type Change = (tenant: LockedTenant) => Work<Outcome>;

export interface Mutation {
  tenantId: string;
  /** The credential, or `operator`. */
  actor: string;
  /** Seconds. */
  at: number;
  /** Absent when no client can repeat the request. */
  idempotency?: { key: string; fingerprint: string };
}

/** `conflict`: the key was used with other content. `missing`: there is no such tenant. */
export type Committed =
  | { verdict: 'done' | 'replayed'; response: StoredResponse }
  | { verdict: 'conflict' | 'missing' };

export interface MutationStore {
  /** What was answered to an earlier request with this key; undefined when nothing was. */
  replay(tenantId: string, idempotency: { key: string; fingerprint: string }): Promise<Committed | undefined>;
  /** Makes a change, unless its key has an answer already. It survives a loss of power once this resolves. */
  commit(mutation: Mutation, change: Change): Promise<Committed>;
  /** Forgets answers older than a time. Returns how many. */
  forget(before: number): Promise<number>;
}

export function mutationStore(backend: Backend): MutationStore {
  return {
    replay: async (tenantId, { key, fingerprint }) => {
      const found = await backend.kysely
        .selectFrom('tenant_response')
        .select(['fingerprint', 'status', 'headers', 'body'])
        .where('tenant_id', '=', tenantId)
        .where('idempotency_key', '=', key)
        .executeTakeFirst();
      return found && judge(found, fingerprint);
    },
    commit: (mutation, change) =>
      backend.inTurn(mutation.tenantId, () =>
        insistent(() => backend.transact(() => commitWork(backend, mutation, change))),
      ),
    forget: async before => {
      const gone = await backend.kysely
        .deleteFrom('tenant_response')
        .where('created_at', '<', before)
        .executeTakeFirst();
      return Number(gone.numDeletedRows);
    },
  };
}

interface ResponseRow {
  fingerprint: string;
  status: number;
  headers: string;
  body: string;
}

function judge(found: ResponseRow, fingerprint: string): Committed {
  if (found.fingerprint !== fingerprint) return { verdict: 'conflict' };
  const { status, headers, body } = found;
  return { verdict: 'replayed', response: { status, headers: JSON.parse(headers) as string[], body } };
}

function* commitWork(backend: Backend, mutation: Mutation, change: Change): Work<Committed> {
  const { tenantId, idempotency } = mutation;
  const lockTenant = `
    SELECT id, ${countNames.join(', ')}, limits FROM tenant WHERE id = $1 ${backend.forUpdate}`;
  // Whoever waited for the row may find that the same request was executed meanwhile: no single statement would see it.
  const [[tenant], [found]] = yield* together<[LockedTenant, ResponseRow]>(
    { sql: lockTenant, parameters: [tenantId] },
    { sql: findResponse, parameters: [tenantId, idempotency?.key ?? null] },
  );
  if (!tenant) return { verdict: 'missing' };
  if (found) return judge(found, idempotency!.fingerprint);
  const before = { ...tenant };
  const { status, headers, body, events, unstored } = yield* change(tenant);
  yield* append(tenant, events, mutation);
  if (countNames.some(name => tenant[name] !== before[name])) {
    yield* write(saveCounts, tenant.id, ...countNames.map(name => tenant[name]));
  }
  const response = { status, headers, body };
  if (idempotency && !unstored) yield* keep(mutation, response);
  return { verdict: 'done', response };
}

const findResponse = `
  SELECT fingerprint, status, headers, body FROM tenant_response WHERE tenant_id = $1 AND idempotency_key = $2`;

const saveCounts = `
  UPDATE tenant SET ${countNames.map((name, index) => `${name} = $${index + 2}`).join(', ')} WHERE id = $1`;

/** Appends events under the next numbers. The lock of the tenant's row keeps others from taking them. */
function* append(tenant: LockedTenant, events: readonly NewEvent[], { actor, at }: Mutation): Work<void> {
  for (const { kind, subject } of events) {
    tenant.last_event += 1;
    yield* write(
      'INSERT INTO tenant_event (tenant_id, number, at, kind, subject, actor) VALUES ($1, $2, $3, $4, $5, $6)',
      tenant.id,
      tenant.last_event,
      at,
      kind,
      subject,
      actor,
    );
  }
}

function* keep({ tenantId, at, idempotency }: Mutation, response: StoredResponse): Work<void> {
  yield* write(
    `INSERT INTO tenant_response (tenant_id, idempotency_key, fingerprint, status, headers, body, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    tenantId,
    idempotency!.key,
    idempotency!.fingerprint,
    response.status,
    JSON.stringify(response.headers),
    response.body,
    at,
  );
}

/** PostgreSQL gave up one of several transactions that stood in each other's way; nothing of it was kept. */
const retriable = new Set(['40001', '40P01']);
const maxTries = 10;

async function insistent<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const code = (error as { code?: unknown } | null)?.code;
      if (tries === maxTries || typeof code !== 'string' || !retriable.has(code)) throw error;
      await wait(Math.random() * 10 * 2 ** Math.min(tries, 5));
    }
  }
}
