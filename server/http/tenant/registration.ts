/** Registers documents of a tenant: validated as the catalog's are, signed, kept byte by byte (docs/tenants.md#1). */
import { digestField, sha256Hex } from '#document/digest.ts';
import type { Fault } from '#document/fault.ts';
import { decodeUtf8, writeDocument } from '#document/front-matter.ts';
import type { EventKind } from '#document/kind/event-feed.ts';
import type { ExecutionLock } from '#document/kind/execution-lock.ts';
import { formation, registration } from '#document/kind/index.ts';
import type { Kind } from '#document/kind/kind.ts';
import { checkLock } from '#document/lock.ts';
import { type RegisteredDocument, readRegistered } from '#document/registered.ts';
import type { Complaint } from '#document/topology.ts';
import { artifactPath } from '#document/trust/page.ts';
import { placeAll } from '#document/validate.ts';
import { Refusal } from '../../refusal.ts';
import {
  changeStatus,
  findRegistered,
  insertArtifact,
  type NewArtifact,
  type StoredArtifact,
  statusOf,
} from '../../store/artifact.ts';
import type { Work } from '../../store/dialect/backend.ts';
import type { LockedTenant, Outcome } from '../../store/mutation.ts';
import { type FormationFacts, formationFacts, knownNames, publicFormation } from '../../tenant/catalog.ts';
import { limitsOf } from '../../tenant/limits.ts';
import { rfc3339 } from '../../ticket/time.ts';
import type { Call } from './access.ts';
import type { Prepare } from './change.ts';
import { notText, notValid } from './not-valid.ts';

/** The handler that registers documents of a kind. */
export const registering =
  (definition: Pick<Kind, 'kind' | 'schema'>): Prepare =>
  async (call, body) => {
    // The fields of the kinds differ in their types, which no list of routes can name.
    const kind = definition as Kind;
    const document = readOrRefuse(kind, body, call);
    const [own, supersedes] = await Promise.all([
      checkFormation(document, call),
      checkSupersedes(kind, document, call),
    ]);
    const artifact = artifactOf(kind, document, body, call);
    return tenant =>
      register(tenant, artifact, { ...(own && { own }), ...(supersedes && { supersedes }) }, call);
  };

function readOrRefuse(kind: Kind, body: Buffer, { context }: Call): RegisteredDocument {
  const decoded = decodeUtf8(body);
  if (!decoded.ok) throw notText(decoded.faults);
  const reading = readRegistered(kind, decoded.text, knownNames(context.site()));
  if (reading.ok) return reading.document;
  throw invalid(reading.faults);
}

const invalid = (faults: readonly Fault[]) => notValid('Nothing was registered.', faults);

const refuse = (complaints: readonly Complaint[], { place }: RegisteredDocument): void => {
  if (complaints.length > 0) throw invalid(placeAll(complaints, place));
};

/**
 * Checks that the formation of a lock is readable and active, and that the lock pins every role of it.
 * @returns the digest when it is one of the tenant, whose status may change until the lock is registered
 */
async function checkFormation(document: RegisteredDocument, call: Call): Promise<string | undefined> {
  if (document.value.kind !== 'execution_lock') return undefined;
  const lock = document.value as unknown as ExecutionLock;
  const { facts, own } = await findFormation(lock.formation, call);
  refuse(formationComplaints(lock, facts), document);
  return own ? lock.formation : undefined;
}

/** A formation that the tenant may read: its own, or one of the catalog. */
export async function findFormation(
  digest: string,
  { context, tenantId }: Call,
): Promise<{ facts: FormationFacts | undefined; own: boolean }> {
  const found = await context.store.artifacts.find(tenantId, digest);
  if (found?.kind === formation.kind)
    return { facts: formationFacts(found.content, found.status), own: true };
  return { facts: publicFormation(context.site(), digest), own: false };
}

function formationComplaints(lock: ExecutionLock, facts: FormationFacts | undefined): Complaint[] {
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
  return checkLock(lock.roles, facts.roles);
}

/** Checks that what a document replaces is the tenant's, of its kind, and not replaced or revoked already. */
async function checkSupersedes(
  kind: Kind,
  document: RegisteredDocument,
  { context, tenantId }: Call,
): Promise<string | undefined> {
  const digest = document.value.supersedes as string | undefined;
  if (digest === undefined) return undefined;
  const found = await context.store.artifacts.find(tenantId, digest);
  const complain = (message: string, help: string): void =>
    refuse([{ path: ['supersedes'], rule: 'supersedes', message, help }], document);
  if (found?.kind !== kind.kind)
    complain(`The tenant has no ${kind.kind} of this digest.`, 'Name one that it registered.');
  // Its own successor is the one that does not count as replaced: the same document may be sent again.
  return digest;
}

function artifactOf(kind: Kind, { value }: RegisteredDocument, body: Buffer, call: Call): NewArtifact {
  const { keyId, signature } = call.context.tenant.signing.sign(body);
  return {
    tenant_id: call.tenantId,
    digest: digestField(sha256Hex(body)),
    kind: kind.kind,
    title: value.title as string,
    task_class: (value.task_class as string | undefined) ?? null,
    formation: kind.kind === 'execution_lock' ? (value.formation as string) : null,
    content: body.toString('utf8'),
    size_bytes: body.length,
    key_id: keyId,
    signature,
    signed_at: rfc3339(call.at),
    registered_at: call.at,
    registered_by: call.credential.id,
    status: 'active',
    reason_code: 'published',
    status_since: call.at,
    superseded_by: null,
  };
}

/** What a registration stands on within the tenant. */
interface Dependencies {
  /** The tenant's own formation that a lock pins. */
  own?: string;
  /** The artifact that is replaced. */
  supersedes?: string;
}

function* register(
  tenant: LockedTenant,
  artifact: NewArtifact,
  { own, supersedes }: Dependencies,
  call: Call,
): Work<Outcome> {
  if (!(yield* insertArtifact(tenant, artifact))) {
    const found = yield* findRegistered(tenant.id, artifact.digest);
    return outcomeOf(200, found!, call, []);
  }
  // It was active a moment ago; only under the lock of the tenant does it stay so.
  if (own && (yield* statusOf(tenant.id, own)) !== 'active')
    throw conflict('The formation is no longer active.');
  useQuota(tenant, artifact);
  const events = [{ kind: `${artifact.kind}_registered` as EventKind, subject: artifact.digest }];
  if (supersedes) {
    yield* supersede(tenant.id, supersedes, artifact);
    events.push({ kind: 'artifact_status_changed', subject: supersedes });
  }
  return outcomeOf(201, artifact, call, events);
}

const conflict = (what: string): Refusal =>
  new Refusal('conflict', `${what} Look at its status, and register what fits it.`);

function* supersede(
  tenantId: string,
  digest: string,
  { digest: supersededBy, registered_at }: NewArtifact,
): Work<void> {
  const changed = yield* changeStatus(tenantId, {
    digest,
    status: 'superseded',
    reasonCode: 'newer_version',
    at: registered_at,
    supersededBy,
  });
  if (!changed) throw conflict('What it supersedes is superseded or revoked already.');
}

/** Counts one artifact more, where the account allows it. */
function useQuota(tenant: LockedTenant, { kind }: NewArtifact): void {
  const limits = limitsOf(JSON.parse(tenant.limits));
  const [count, name] =
    kind === formation.kind
      ? (['candidates', 'private_candidates'] as const)
      : (['documents', 'registered_documents'] as const);
  const used = tenant[count];
  if (used >= limits[name]) {
    throw new Refusal(
      'quota_exceeded',
      `The account allows \`${name}\` of ${limits[name]}, and all are used. Ask the operator for more.`,
    );
  }
  tenant[count] += 1;
}

function outcomeOf(
  status: 200 | 201,
  {
    digest,
    kind,
    size_bytes,
    registered_at,
  }: Pick<StoredArtifact, 'digest' | 'kind' | 'size_bytes' | 'registered_at'>,
  { prefix }: Call,
  events: Outcome['events'],
): Outcome {
  const path = artifactPath(digest, '', prefix);
  const fields = {
    schema: registration.schema,
    kind: registration.kind,
    registered: kind,
    digest,
    size_bytes,
    registered_at: rfc3339(registered_at),
    artifact_path: path,
    signature_path: artifactPath(digest, 'signature', prefix),
    status_path: artifactPath(digest, 'status', prefix),
  };
  const described = '</docs/schemas/registration/v0.1.md>; rel="describedby"; type="text/markdown"';
  return { status, headers: ['Location', path, 'Link', described], body: writeDocument(fields, ''), events };
}
