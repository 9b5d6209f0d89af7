/**
 * Answers every POST of a tenant route in the same steps (docs/http.md#15): admit the call, read the body, check its media type
 * and key, answer a repeated request from what was stored, then make the change of the handler, write its events and store its
 * answer in one transaction.
 */

import type { ServerResponse } from 'node:http';
import { doorTypes } from '#document/message/door.ts';
import { sha256Hex } from '#document/text/digest.ts';
import { markdown } from '#document/text/media-type.ts';
import { isMarkdown, readBody } from '../http/body.ts';
import type { Context } from '../http/context.ts';
import { rateHeaders } from '../http/rate-headers.ts';
import type { Change, Committed, Mutation, StoredResponse } from '../store/mutation.ts';
import { Refusal } from '../support/refusal.ts';
import { storageQuota } from '../tenant/quota.ts';
import { type Admission, admit, type Call, notFound, type RoutedRequest } from './access.ts';
import { textParameter } from './query.ts';

/**
 * Prepares a change: checks everything that can be checked before the transaction. The change that it returns runs under the
 * lock of the tenant, and may run more than once.
 * @throws Refusal from the preparation and from the change itself; then nothing of the change is kept
 */
export type Prepare = (call: Call, body: Buffer) => Promise<Change>;

export async function answerChange(
  request: RoutedRequest,
  response: ServerResponse,
  context: Context,
  route: Admission & { prepare: Prepare },
): Promise<void> {
  const gone = new AbortController();
  const call = await admit(request, route, context, gone.signal);
  const body = await readBody(request, doorTypes.change.body.limit);
  if (!isMarkdown(request)) throw notMarkdown();
  const mutation = mutationOf(request, call, body, route.access);
  const { pace } = context.tenant;
  await pace.turn(call.tenantId);
  const prepare = () => pace.measured(call.tenantId, () => route.prepare(call, body));
  const headers = rateHeaders(request);
  if (isDryRun(call.query)) {
    const [rehearsed] = responseOf(await context.store.mutations.rehearse(mutation, await prepare()));
    return send(response, context, rehearsed, [...headers, 'Dry-Run', 'true']);
  }
  const [stored, replayed] = responseOf(await commit(mutation, prepare, context));
  context.tenant.events.notify(call.tenantId);
  send(response, context, stored, [...headers, ...(replayed ? ['Idempotent-Replayed', 'true'] : [])]);
}

/**
 * Tells whether the client asks only to try the change (docs/tenants.md#10). Routes without the parameter `dry_run` always make
 * it.
 */
const isDryRun = (query: URLSearchParams): boolean =>
  textParameter(query, 'dry_run', text => ['true', 'false'].includes(text), '`true` or `false`') === 'true';

/**
 * Makes a change, or returns the stored answer if the same request was made before, even if the request would be refused now.
 * The stored answer is looked up in the transaction of the change; a request whose preparation is refused has no transaction,
 * so its stored answer is looked up by itself.
 */
async function commit(
  mutation: Required<Mutation>,
  prepare: () => Promise<Change>,
  { store }: Context,
): Promise<Committed> {
  let change: Change;
  try {
    change = await prepare();
  } catch (refusal) {
    const earlier = await store.mutations.replay(mutation.tenantId, mutation.idempotency);
    if (earlier) return earlier;
    throw refusal;
  }
  return store.mutations.commit(mutation, change);
}

const notMarkdown = (): Refusal =>
  new Refusal(
    'unsupported_media_type',
    'Send a document with `Content-Type: text/markdown; charset=utf-8`, not compressed.',
  );

function mutationOf(
  request: RoutedRequest,
  { tenantId, credential, path, at }: Call,
  body: Buffer,
  access: string,
): Required<Mutation> {
  const key = readKey(request);
  // The digest of the body has a fixed length, so the parts cannot run into each other.
  const fingerprint = sha256Hex(`${sha256Hex(body)} ${request.method} ${path}`);
  // Each runner has keys of its own, so two runners that choose the same key each get their own answer.
  const idempotency = { key, fingerprint, ...(access === 'runner' && { credential: credential.id }) };
  return { tenantId, actor: credential.id, at, idempotency, quota: storageQuota };
}

/** Returns the idempotency key of a request: exactly one, of 1 to 255 printable ASCII characters (docs/http.md#14). */
function readKey(request: RoutedRequest): string {
  const keys = request.headersDistinct['idempotency-key'] ?? [];
  const [key] = keys;
  if (key === undefined || key === '') {
    throw new Refusal(
      'idempotency_key_required',
      'Send `Idempotency-Key` with a text of your own: a new one for each change, and the same one when you repeat that change.',
      { errors: [{ field: 'Idempotency-Key', rule: 'required', message: 'The header is missing.' }] },
    );
  }
  if (keys.length === 1 && /^[\x20-\x7e]{1,255}$/.test(key)) return key;
  const message = 'Expected one key of 1 to 255 printable ASCII characters.';
  throw new Refusal('malformed_request', `\`Idempotency-Key\` cannot be used. ${message}`, {
    errors: [{ field: 'Idempotency-Key', rule: 'format', message }],
  });
}

function responseOf(committed: Committed): [StoredResponse, boolean] {
  switch (committed.verdict) {
    case 'done':
    case 'replayed':
      return [committed.response, committed.verdict === 'replayed'];
    case 'missing':
      throw notFound();
    case 'conflict':
      throw new Refusal(
        'idempotency_conflict',
        'This `Idempotency-Key` was used with other content. Send a new key with a new change.',
        {
          errors: [
            {
              field: 'Idempotency-Key',
              rule: 'idempotency',
              message: 'The key was used before, with another path or body.',
            },
          ],
        },
      );
  }
}

function send(
  response: ServerResponse,
  context: Context,
  stored: StoredResponse,
  more: readonly string[],
): void {
  const body = Buffer.from(stored.body);
  response.writeHead(stored.status, [
    ...context.common,
    'Content-Type',
    markdown,
    'Content-Length',
    String(body.length),
    'Cache-Control',
    'no-store',
    ...stored.headers,
    ...more,
  ]);
  response.end(body);
}
