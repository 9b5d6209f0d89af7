/** Registers documents of a tenant: validated as the catalog's are, signed, kept byte by byte (docs/tenants.md#5). */

import type { ExecutionLock } from '#document/evaluation/execution-lock.ts';
import type { Kind } from '#document/kind/kind.ts';
import { registration } from '#document/message/index.ts';
import { type RegisteredDocument, readRegistered } from '#document/message/registered.ts';
import { artifactPath } from '#document/proof/document/page.ts';
import { digestField, sha256Hex } from '#document/text/digest.ts';
import type { Fault, UnplacedFault } from '#document/text/fault.ts';
import { decodeUtf8 } from '#document/text/front-matter.ts';
import { placeAll } from '#document/text/validate.ts';
import type { NewArtifact } from '../store/artifact.ts';
import type { Outcome } from '../store/mutation.ts';
import { rfc3339 } from '../support/time.ts';
import { findFormation, knownNames } from '../tenant/catalog.ts';
import { checkQuestion } from '../tenant/question.ts';
import { formationFaults, type Registered, register } from '../tenant/registration.ts';
import type { Call } from './access.ts';
import type { Prepare } from './change.ts';
import { answer } from './message.ts';
import { notText, notValid } from './not-valid.ts';

/** The handler that registers documents of a kind. */
export const registering =
  (definition: Pick<Kind, 'kind' | 'schema'>): Prepare =>
  async (call, body) => {
    // The fields of the kinds differ in their types, which no list of routes can name.
    const kind = definition as Kind;
    const { document, faults } = readOrRefuse(kind, body, call);
    const [own, supersedes, asked] = await Promise.all([
      checkFormation(kind, document, call),
      checkSupersedes(kind, document, call),
      kind.kind === 'question' && faults.length === 0 ? checkQuestion(document.value, call) : [],
    ]);
    const unplaced = [...own.unplaced, ...supersedes.unplaced, ...asked];
    const all = [...faults, ...placeAll(unplaced, document.place)];
    if (all.length > 0) throw invalid(all);
    const artifact = artifactOf(kind, document, body, call);
    return function* (tenant) {
      const { known, others, events } = yield* register(tenant, artifact, {
        own: own.digest,
        supersedes: supersedes.digest,
      });
      return outcomeOf(known ? 200 : 201, { ...(known ?? artifact), others }, call, events);
    };
  };

/**
 * Reads a document and its faults. If it has faults, its valid fields are returned too, so that later checks can report theirs
 * in the same answer.
 */
function readOrRefuse(
  kind: Kind,
  body: Buffer,
  { context }: Call,
): { document: RegisteredDocument; faults: readonly Fault[] } {
  const decoded = decodeUtf8(body);
  if (!decoded.ok) throw notText(decoded.faults);
  const parsed = readRegistered(kind, decoded.text, knownNames(context.site()));
  if (parsed.ok) return { document: parsed.document, faults: [] };
  if (parsed.rest === undefined) throw invalid(parsed.faults);
  return { document: parsed.rest, faults: parsed.faults };
}

const invalid = (faults: readonly Fault[]) => notValid('Nothing was registered.', faults);

/** The digest that a document refers to, and the faults of that reference. */
interface Reference {
  digest?: string | undefined;
  unplaced: readonly UnplacedFault[];
}

/**
 * Checks that the formation of a lock is readable and active, and that the lock pins every role of it.
 * @returns the digest when it is one of the tenant, whose status may change until the lock is registered
 */
async function checkFormation(kind: Kind, { value }: RegisteredDocument, call: Call): Promise<Reference> {
  const lock = value as unknown as Partial<ExecutionLock>;
  if (kind.kind !== 'execution_lock' || lock.formation === undefined) return { unplaced: [] };
  const { facts, own } = await findFormation(lock.formation, call);
  const unplaced = formationFaults(lock, facts);
  return { unplaced, ...(own && { digest: lock.formation }) };
}

/** Checks that what a document replaces is the tenant's, of its kind, and not replaced or revoked already. */
async function checkSupersedes(
  kind: Kind,
  { value }: RegisteredDocument,
  { context, tenantId }: Call,
): Promise<Reference> {
  const digest = value.supersedes as string | undefined;
  if (digest === undefined) return { unplaced: [] };
  const found = await context.store.artifacts.find(tenantId, digest);
  // A document with this successor does not count as replaced, since the same document may be sent again.
  if (found?.kind === kind.kind) return { digest, unplaced: [] };
  const message = `The tenant has no ${kind.kind} of this digest.`;
  const help = 'Name one that it registered.';
  return { unplaced: [{ path: ['supersedes'], rule: 'supersedes', message, help }] };
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
    version_name: versionNameOf(value),
  };
}

/** Returns `publisher/name@version`, or without publisher, for a document that has a name and a version; else null. */
function versionNameOf({ publisher, name, version }: Record<string, unknown>): string | null {
  if (name === undefined || version === undefined) return null;
  return `${publisher === undefined ? '' : `${publisher}/`}${name}@${version}`;
}

function outcomeOf(
  status: 200 | 201,
  { digest, kind, size_bytes, registered_at, others }: Registered & { others: readonly string[] },
  { prefix }: Call,
  events: Outcome['events'],
): Outcome {
  const path = artifactPath(digest, '', prefix);
  const fields = {
    registered: kind,
    digest,
    size_bytes,
    registered_at: rfc3339(registered_at),
    artifact_path: path,
    signature_path: artifactPath(digest, 'signature', prefix),
    status_path: artifactPath(digest, 'status', prefix),
    ...(others.length > 0 && { same_version: [...others] }),
  };
  return { ...answer(registration, status, fields, ['Location', path]), events };
}
