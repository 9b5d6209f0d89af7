/**
 * Registers a document within a transaction: checks the formation that a lock pins, replaces the artifact that the document
 * supersedes, and counts the document against the quota.
 */
import { bestOfFaults } from '#document/evaluation/best-of.ts';
import type { ExecutionLock } from '#document/evaluation/execution-lock.ts';
import { checkExecutionLock } from '#document/evaluation/pinned-role.ts';
import type { Topology } from '#document/team/shape.ts';
import type { UnplacedFault } from '#document/text/fault.ts';
import {
  changeStatus,
  findRegistered,
  insertArtifact,
  type NewArtifact,
  type Registered,
  statusOf,
} from '../store/artifact.ts';
import type { Transaction } from '../store/database/backend.ts';
import type { LockedTenant, NewEvent } from '../store/mutation.ts';
import { Refusal } from '../support/refusal.ts';
import type { FormationFacts } from './catalog.ts';
import { countArtifact } from './quota.ts';

export type { Registered };

/**
 * Checks the formation of a lock: it can be read, it is active, each of its roles is pinned, and it has a single agent if a run
 * is the best of several attempts.
 * @param lock the fields of the lock that can be read
 * @param facts the formation; undefined if the tenant can read none with this digest
 */
export function formationFaults(
  { roles, best_of }: Partial<ExecutionLock>,
  facts: FormationFacts | undefined,
): UnplacedFault[] {
  const path = ['formation'];
  if (facts === undefined) {
    const message = 'The tenant can read no formation or starter of this digest.';
    const help = 'Name one of the catalog, or register it first.';
    return [{ path, rule: 'unknown-formation', message, help }];
  }
  if (facts.status !== 'active') {
    const message = `The formation is ${facts.status}.`;
    return [{ path, rule: 'formation-not-active', message, help: 'Name an active one.' }];
  }
  const { budget } = facts.value as Partial<Topology>;
  return [
    ...(roles ? checkExecutionLock(roles, facts.roles) : []),
    ...bestOfFaults(best_of, budget?.max_agents),
  ];
}

/** The digests of the tenant's artifacts on which a registration depends. */
interface Dependencies {
  /** The formation that a lock pins, if it belongs to the tenant; undefined otherwise. */
  own: string | undefined;
  /** The artifact that the document replaces; undefined if it replaces none. */
  supersedes: string | undefined;
}

/**
 * Inserts an artifact with everything that follows from it. The caller holds the lock of the tenant.
 * @returns the artifact if the tenant had it already, the digests of others with the same name and version, and the events
 * @throws Refusal `conflict`, `quota_exceeded`
 */
export function* register(
  tenant: LockedTenant,
  artifact: NewArtifact,
  { own, supersedes }: Dependencies,
): Transaction<{ known?: Registered; others: string[]; events: NewEvent[] }> {
  const { isNew, others } = yield* insertArtifact(tenant, artifact);
  if (!isNew) {
    return { known: (yield* findRegistered(tenant.id, artifact.digest))!, others, events: [] };
  }
  // The formation was active a moment ago. Only under the lock of the tenant is it certain to stay so.
  if (own && (yield* statusOf(tenant.id, own)) !== 'active')
    throw conflict('The formation is no longer active.');
  countArtifact(tenant, artifact.kind);
  const events = [{ kind: `${artifact.kind}_registered`, subject: artifact.digest }];
  if (supersedes) {
    yield* supersede(tenant.id, supersedes, artifact);
    events.push({ kind: 'artifact_status_changed', subject: supersedes });
  }
  return { others, events };
}

const conflict = (what: string): Refusal =>
  new Refusal('conflict', `${what} Look at its status, and register a document that fits it.`);

function* supersede(
  tenantId: string,
  digest: string,
  { digest: supersededBy, registered_at }: NewArtifact,
): Transaction<void> {
  const changed = yield* changeStatus(tenantId, {
    digest,
    status: 'superseded',
    reasonCode: 'newer_version',
    at: registered_at,
    supersededBy,
  });
  if (!changed) throw conflict('The document that it supersedes is superseded or revoked already.');
}
