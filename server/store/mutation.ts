/**
 * The changes of a tenant. A change, its events and its stored answer are one transaction (docs/http.md#15). The row of the
 * tenant is locked first, so that changes are made one after the other, over all processes.
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
 * The counts of a tenant that its changes may raise. `stored_bytes` is the size of its rows, and `reserved_bytes` what its
 * running evaluations may still add.
 */
const countNames = [
  'last_event',
  'last_artifact',
  'candidates',
  'documents',
  'stored_bytes',
  'reserved_bytes',
] as const;

/** A tenant while its row is locked. Counts that a change sets here are written with the change. */
export interface LockedTenant extends Record<(typeof countNames)[number], number> {
  id: string;
  /** The limits that the operator set, as a JSON object by name. */
  limits: string;
}

export interface NewEvent {
  kind: string;
  /** The digest of the artifact that changed, or the id of what changed. */
  subject: string;
  /** The progress of the evaluation, as JSON; absent from events of other kinds. */
  progress?: string;
}

/** An answer as it is stored and sent. */
export interface StoredResponse {
  status: number;
  /** The headers that belong to the answer itself, names and values in turn. */
  headers: readonly string[];
  body: string;
}

/** The result of a change. */
export interface Outcome extends StoredResponse {
  events: readonly NewEvent[];
  /**
   * The artifact with whose fields the body begins. The stored body refers to it instead of repeating them. Absent for any other
   * body.
   */
  artifact?: { digest: string; text: string };
  /** Set if nothing was changed, so that a repeated request must be executed again. */
  unstored?: boolean;
  /**
   * The outcome if the change exceeds the storage quota. `reserved`: it is made, since room for it was reserved. `spare`: it
   * is made, but its answer is not stored; a repeated request makes it again, which does no harm. Absent: it is refused.
   */
  room?: 'reserved' | 'spare';
}

/** The body of a change. If it throws, everything that it did is undone, and the error is passed on. */
export type Change = (tenant: LockedTenant) => Transaction<Outcome>;

export interface Mutation {
  tenantId: string;
  /** The id of the credential that makes the change, or `operator`. */
  actor: string;
  /** The time of the change, in seconds since 1970. */
  at: number;
  /** The key of the request; absent if no client can repeat it. */
  idempotency?: Idempotency;
  /** The storage quota; absent for changes of the operator and the service, which no quota stops. */
  quota?: StorageQuota;
}

/** The storage quota, as decided by the code that knows the limits of accounts. */
export interface StorageQuota {
  /** Tells whether a tenant may hold the bytes that it now has and has reserved. */
  allows(tenant: LockedTenant): boolean;
  /** Returns the error to throw for a change that exceeds the quota. */
  refusal(tenant: LockedTenant, added: number): Error;
}

/** The result of a commit. `conflict`: the key was used with other content. `missing`: the tenant does not exist. */
export type Committed =
  | { verdict: 'done' | 'replayed'; response: StoredResponse }
  | { verdict: 'conflict' | 'missing' };

export interface MutationStore {
  /** Returns the stored answer to an earlier request with this key; undefined if there is none. */
  replay(tenantId: string, idempotency: Idempotency): Promise<Committed | undefined>;
  /** Makes a change, unless there is a stored answer for its key. Once this resolves, the change survives a loss of power. */
  commit(mutation: Mutation, change: Change): Promise<Committed>;
  /** Makes a change and undoes it, to show its result. The key is neither looked up nor stored. */
  rehearse(mutation: Mutation, change: Change): Promise<Committed>;
  /**
   * Deletes answers older than a time, in small steps, and subtracts their bytes. Returns how many were deleted.
   * @param before seconds since 1970
   */
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

/** The result of a change, and the events that it appended. */
interface Ended {
  committed: Committed;
  events: readonly NewEvent[];
}

/** An error that ends a rehearsal, so that nothing of it is kept. */
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

/**
 * Makes a change within a transaction.
 * @param asked the key under which a stored answer is looked up; null for none
 */
function* commitChange(
  backend: Backend,
  mutation: Mutation,
  change: Change,
  asked = mutation.idempotency ? storedKey(mutation.idempotency) : null,
): Transaction<Ended> {
  const { tenantId, idempotency } = mutation;
  const lockTenant = `
    SELECT id, ${countNames.join(', ')}, limits FROM tenant WHERE id = $1 ${backend.forUpdate}`;
  // While this waited for the row, the same request may have been executed. A single statement would not see its answer.
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
 * Counts the bytes of the answer, and checks the whole change against the storage quota.
 * @returns the answer to store, if any
 * @throws the refusal of the quota, if the change exceeds it
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

/** Appends events under the next numbers of the tenant. The lock of its row keeps others from taking them. */
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

/**
 * The codes with which PostgreSQL ends one of several transactions that block each other. Nothing of that transaction was kept.
 */
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
