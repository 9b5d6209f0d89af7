/**
 * Registers the documents of a tenant: checks them by the rules of the catalog, signs them, and stores their exact bytes
 * (docs/tenants.md#5).
 */

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

/**
 * Makes the handler that registers documents of a kind.
 * @throws Refusal, by that handler: `validation_failed` with every fault, `malformed_request`, `conflict`, `quota_exceeded`
 */
export const registering =
  (definition: Pick<Kind, 'kind' | 'schema'>): Prepare =>
  async (call, body) => {
    // The kinds differ in the types of their fields, and no list of routes can name them all.
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
 * Reads a document and its faults. Where it has faults, also returns the fields that are valid, so that later checks can report
 * their faults in the same answer.
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

/** The digest of the artifact that a document refers to, and the faults that were found in the reference. */
interface Reference {
  digest?: string | undefined;
  unplaced: readonly UnplacedFault[];
}

/**
 * Checks that the formation of an execution lock can be read and is active, and that the lock pins each of its roles.
 * @returns the faults, and the digest of the formation if it belongs to the tenant: its status may change before the lock is
 *   registered
 */
async function checkFormation(kind: Kind, { value }: RegisteredDocument, call: Call): Promise<Reference> {
  const lock = value as unknown as Partial<ExecutionLock>;
  if (kind.kind !== 'execution_lock' || lock.formation === undefined) return { unplaced: [] };
  const { facts, own } = await findFormation(lock.formation, call);
  const unplaced = formationFaults(lock, facts);
  return { unplaced, ...(own && { digest: lock.formation }) };
}

/** Checks that the document named by `supersedes` belongs to the tenant and is of the same kind. */
async function checkSupersedes(
  kind: Kind,
  { value }: RegisteredDocument,
  { context, tenantId }: Call,
): Promise<Reference> {
  const digest = value.supersedes as string | undefined;
  if (digest === undefined) return { unplaced: [] };
  const found = await context.store.artifacts.find(tenantId, digest);
  // Whether it is replaced already is checked later: the same document may be sent again, and then it is its own successor.
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

/**
 * Returns `publisher/name@version`, or `name@version` for a document without a publisher. Returns null for a document that has
 * no name and version.
 */
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
