/**
 * Changes of a tenant: the change, its events and the stored response are one transaction (docs/http.md#15). The
 * row of the tenant is locked first, so that its changes are made one after the other, by whichever process.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { tell } from '../support/diagnostics.ts';
import { type Backend, insertRow, type Transaction, together, write } from './database/backend.ts';
import type { TenantResponseTable } from './database/tables.ts';
import {
  type FoundResponse,
  findResponse,
  forgetAnswers,
  type Idempotency,
  saveResponse,
  sentBody,
  storedBody,
  storedKey,
} from './response.ts';
import { eventBytes, responseBytes } from './stored-bytes.ts';

/**
 * Counts of a tenant that its changes raise. `stored_bytes` is what its rows take, `reserved_bytes` what evaluations that
 * were started may still add.
 */
const countNames = [
  'last_event',
  'last_artifact',
  'candidates',
  'documents',
  'stored_bytes',
  'reserved_bytes',
] as const;

/** The tenant while its row is locked. The counts that a change leads to are written with the change. */
export interface LockedTenant extends Record<(typeof countNames)[number], number> {
  id: string;
  /** Limits that the operator set, as JSON by name. */
  limits: string;
}

export interface NewEvent {
  kind: string;
  /** The digest of the artifact that changed, or the id of something else. */
  subject: string;
  /** The state of the evaluation, as JSON. */
  progress?: string;
}

/** An answer as it is stored and sent. */
export interface StoredResponse {
  status: number;
  /** The headers of substance: names and values in turn. */
  headers: readonly string[];
  body: string;
}

/** The result of a change. */
export interface Outcome extends StoredResponse {
  events: readonly NewEvent[];
  /** The artifact whose fields the body begins with: the stored body refers to them. */
  artifact?: { digest: string; text: string };
  /** Set when nothing was changed and a repeat must be executed again. */
  unstored?: boolean;
  /**
   * The treatment of the change when the storage quota is used up. `reserved`: it goes on with what was accepted, for which room
   * was reserved. `spare`: it is made, but its answer is not kept: a repeat makes it again, which does no harm. Absent: it is
   * refused.
   */
  room?: 'reserved' | 'spare';
}

/** The body of a change. What it throws undoes all that it did, and is passed on. */
export type Change = (tenant: LockedTenant) => Transaction<Outcome>;

export interface Mutation {
  tenantId: string;
  /** The credential, or `operator`. */
  actor: string;
  /** Seconds. */
  at: number;
  /** Absent when no client can repeat the request. */
  idempotency?: Idempotency;
  /** Absent for what the operator and the service do, which no quota stops. */
  quota?: StorageQuota;
}

/** The quota of storage, as those decide who know the limits of accounts. */
export interface StorageQuota {
  /** Whether a tenant may hold what it holds and has reserved. */
  allows(tenant: LockedTenant): boolean;
  /** Returns the error to throw for a change that exceeds the quota. */
  refusal(tenant: LockedTenant, added: number): Error;
}

/** `conflict`: the key was used with other content. `missing`: there is no such tenant. */
export type Committed =
  | { verdict: 'done' | 'replayed'; response: StoredResponse }
  | { verdict: 'conflict' | 'missing' };

export interface MutationStore {
  /** The answer to an earlier request with this key; undefined when there was none. */
  replay(tenantId: string, idempotency: Idempotency): Promise<Committed | undefined>;
  /** Makes a change, unless its key has an answer already. It survives a loss of power once this resolves. */
  commit(mutation: Mutation, change: Change): Promise<Committed>;
  /** Makes a change and rolls it back, to show its result. Its key is neither looked up nor stored. */
  rehearse(mutation: Mutation, change: Change): Promise<Committed>;
  /** Forgets answers older than a time, in small steps, and gives their bytes back. Returns how many. */
  forget(before: number): Promise<number>;
}

export function mutationStore(backend: Backend): MutationStore {
  return {
    replay: async (tenantId, idempotency) => {
      const [found] = await backend.ask<FoundResponse>(findResponse, tenantId, storedKey(idempotency));
      return found && judge(found, idempotency.fingerprint);
    },
    commit: async (mutation, change) => {
      const { committed, events } = await backend.inTurn(mutation.tenantId, () =>
        insistent(() => backend.transact(() => commitChange(backend, mutation, change))),
      );
      for (const { kind } of events) tell('event', { kind });
      return committed;
    },
    rehearse: async (mutation, change) => {
      const attempt = () => backend.transact(() => rehearsal(backend, mutation, change));
      try {
        return await backend.inTurn(mutation.tenantId, () => insistent(attempt));
      } catch (error) {
        if (error instanceof Rehearsed) return error.committed;
        throw error;
      }
    },
    forget: before => forgetAnswers(backend, before),
  };
}

function judge(found: FoundResponse, fingerprint: string): Committed {
  if (found.fingerprint !== fingerprint) return { verdict: 'conflict' };
  const response = { status: found.status, headers: JSON.parse(found.headers), body: sentBody(found) };
  return { verdict: 'replayed', response };
}

/** The outcome of a change, and the events that it appended. */
interface Ended {
  committed: Committed;
  events: readonly NewEvent[];
}

/** Ends a rehearsal, so that nothing of it is kept. */
class Rehearsed extends Error {
  override name = 'Rehearsed';
  readonly committed: Committed;

  constructor(committed: Committed) {
    super('A change was only rehearsed.');
    this.committed = committed;
  }
}

function* rehearsal(backend: Backend, mutation: Mutation, change: Change): Transaction<never> {
  throw new Rehearsed((yield* commitChange(backend, mutation, change, null)).committed);
}

/** @param asked the key under which an answer is looked up; null for none */
function* commitChange(
  backend: Backend,
  mutation: Mutation,
  change: Change,
  asked = mutation.idempotency ? storedKey(mutation.idempotency) : null,
): Transaction<Ended> {
  const { tenantId, idempotency } = mutation;
  const lockTenant = `
    SELECT id, ${countNames.join(', ')}, limits FROM tenant WHERE id = $1 ${backend.forUpdate}`;
  // While this waited for the row, the same request may have been executed, which no single statement would see.
  const [[tenant], [found]] = yield* together<[LockedTenant, FoundResponse]>(
    { sql: lockTenant, parameters: [tenantId] },
    { sql: findResponse, parameters: [tenantId, asked] },
  );
  if (!tenant) return { committed: { verdict: 'missing' }, events: [] };
  if (found) return { committed: judge(found, idempotency!.fingerprint), events: [] };
  const before = { ...tenant };
  const outcome = yield* change(tenant);
  yield* append(tenant, outcome.events, mutation);
  const kept = admitted(tenant, before, outcome, mutation);
  if (countNames.some(name => tenant[name] !== before[name])) {
    yield* write(saveCounts, tenant.id, ...countNames.map(name => tenant[name]));
  }
  if (kept && asked !== null) yield* saveResponse(kept);
  const { status, headers, body } = outcome;
  return { committed: { verdict: 'done', response: { status, headers, body } }, events: outcome.events };
}

/**
 * Counts the answer that is kept, and holds the whole change against the quota of storage.
 * @returns the answer to keep, if any
 * @throws what the quota says, when the change would come to more
 */
function admitted(
  tenant: LockedTenant,
  before: LockedTenant,
  outcome: Outcome,
  mutation: Mutation,
): TenantResponseTable | undefined {
  const { quota } = mutation;
  const response = keptResponse(outcome, mutation);
  const bytes = response ? responseBytes(response) : 0;
  tenant.stored_bytes += bytes;
  const added = takenBy(tenant) - takenBy(before);
  if (!quota || outcome.room === 'reserved' || added <= 0 || quota.allows(tenant)) return response;
  if (outcome.room !== 'spare') throw quota.refusal(tenant, added);
  tenant.stored_bytes -= bytes;
  return undefined;
}

const takenBy = ({ stored_bytes, reserved_bytes }: LockedTenant): number => stored_bytes + reserved_bytes;

const saveCounts = `
  UPDATE tenant SET ${countNames.map((name, index) => `${name} = $${index + 2}`).join(', ')} WHERE id = $1`;

/** Appends events under the next numbers. The lock of the tenant's row keeps others from taking them. */
function* append(
  tenant: LockedTenant,
  events: readonly NewEvent[],
  { actor, at }: Mutation,
): Transaction<void> {
  for (const { kind, subject, progress = null } of events) {
    tenant.stored_bytes += eventBytes({ progress });
    tenant.last_event += 1;
    const number = tenant.last_event;
    yield* insertRow('tenant_event', { tenant_id: tenant.id, number, at, kind, subject, actor, progress });
  }
}

function keptResponse(outcome: Outcome, mutation: Mutation): TenantResponseTable | undefined {
  const { tenantId, idempotency, at } = mutation;
  if (!idempotency || outcome.unstored) return undefined;
  return {
    tenant_id: tenantId,
    idempotency_key: storedKey(idempotency),
    fingerprint: idempotency.fingerprint,
    status: outcome.status,
    headers: JSON.stringify(outcome.headers),
    body: storedBody(outcome.body, outcome.artifact),
    created_at: at,
  };
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
