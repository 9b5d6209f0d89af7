/** What a report is made from: documents in files or of a service, read as bytes, since their signatures are over these. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { keysPath } from '#build/proof/document/keys.ts';
import { sha256Hex } from '#build/text/digest.ts';
import { decodeUtf8, readDocument } from '#build/text/front-matter.ts';
import { type Client, isTenantId, openClient, Unreachable } from '../runner/client.ts';
import { isOpenToOthers } from '../support/client/address.ts';
import { BadAnswer } from '../support/client/error.ts';
import { Failure } from '../support/failure.ts';
import { excerpt } from '../support/harmless.ts';
import { get } from '../support/http.ts';

/** A document as it was given. */
export interface Source {
  /** What the person calls it: a path, an address or a digest. */
  name: string;
  bytes: Uint8Array;
  /** `sha256:` and hexadecimal digits. */
  digest: string;
  kind: string;
  value: Record<string, unknown>;
}

/** The tenant area of a service, whose documents are found by their digests. */
export interface Service {
  baseUrl: string;
  client: Client;
}

/** Longer than any document that a service signs. */
const maxBytes = 4 * 1024 * 1024;
/** More than all documents of a report have together. */
export const maxReportBytes = 32 * 1024 * 1024;

/** The most front matter that is read, in characters: several times that of the largest page of cases. */
const maxFrontMatter = 1024 * 1024;

/** @throws Failure when the bytes are no document */
function sourceOf(name: string, bytes: Uint8Array): Source {
  const decoded = decodeUtf8(bytes);
  const parsed = decoded.ok ? readDocument(decoded.text, maxFrontMatter) : decoded;
  if (!parsed.ok)
    throw new Failure(
      'wrongUse',
      `${name} is no document of a catalog: ${excerpt(parsed.faults[0]?.message ?? '')}`,
    );
  const { value } = parsed.document;
  return { name, bytes, digest: `sha256:${sha256Hex(bytes)}`, kind: String(value.kind), value };
}

/** The documents of a file, or of all Markdown files in a folder. @throws Failure when one cannot be read */
export function readSources(path: string): Source[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [readSourceFile(path)];
  const names = readdirSync(path).filter(name => name.endsWith('.md'));
  return names.sort().map(name => readSourceFile(join(path, name)));
}

/** @throws Failure when there is no such file, or it is too large */
function readSourceFile(path: string): Source {
  let bytes: Buffer;
  try {
    const { size } = statSync(path);
    if (size > maxBytes) throw new Failure('wrongUse', `${path} is larger than any document: ${size} bytes.`);
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof Failure) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new Failure('wrongUse', `${path} cannot be read (${code}). Give a file, an address or a digest.`);
  }
  return sourceOf(path, bytes);
}

const tenantAddress = /^(https?:\/\/[^/?#@\s]+)\/v1\/tenants\/([a-z0-9-]+)\/([\w./:-]+\.md)$/;
const tenantDigest = /^(?:sha256:)?([0-9a-f]{64})$/;

/** A word that names a document of a service: where, and its route there. */
export interface Remote {
  baseUrl: string;
  tenant: string;
  route: string;
}

/**
 * Where a word leads; undefined for a file.
 * @param environment for a digest names the service and the tenant
 * @throws Failure for an address that is no document of a tenant, and for a digest without a service
 */
export function remoteOf(word: string, environment: NodeJS.ProcessEnv): Remote | undefined {
  const { AGENT_TOPOLOGY_URL: baseUrl, AGENT_TOPOLOGY_TENANT: tenant } = environment;
  const digest = tenantDigest.exec(word)?.[1];
  if (digest !== undefined) {
    if (!baseUrl || !tenant)
      throw new Failure(
        'wrongUse',
        `${word}: set AGENT_TOPOLOGY_URL and AGENT_TOPOLOGY_TENANT to read it by its digest.`,
      );
    return { baseUrl: baseUrl.replace(/\/$/, ''), tenant, route: `artifacts/sha256/${digest}.md` };
  }
  if (!/^https?:/.test(word)) return undefined;
  const [, base, id, route] = tenantAddress.exec(word) ?? [];
  if (base === undefined)
    throw new Failure('wrongUse', `${word} is not the address of a tenant's document: …/v1/tenants/ID/….md.`);
  if (baseUrl && new URL(baseUrl).origin !== base)
    throw new Failure(
      'wrongUse',
      `${word} is not below AGENT_TOPOLOGY_URL, ${baseUrl}: the token is sent to no other service.`,
    );
  return { baseUrl: base, tenant: id!, route: route! };
}

/** @throws Failure without a token */
export function serviceOf({ baseUrl, tenant }: Remote, environment: NodeJS.ProcessEnv): Service {
  const token = environment.AGENT_TOPOLOGY_TOKEN;
  if (!token)
    throw new Failure(
      'wrongUse',
      'AGENT_TOPOLOGY_TOKEN is not set. Put the token of a credential with the scope artifacts:read in it.',
    );
  if (!isTenantId(tenant) || isOpenToOthers(baseUrl))
    throw new Failure(
      'wrongUse',
      `${baseUrl} with the tenant ${tenant} cannot be asked: a token is sent by https, or to this machine, for a tenant like acme.`,
    );
  return { baseUrl, client: openClient(baseUrl, tenant, token) };
}

const refused = (reason: string): Failure =>
  new Failure('failed', `The answer of the service is refused. ${reason} There is no report.`);

/**
 * A document of a service; undefined when it has none or refuses to show it.
 * @throws Failure when the service does not answer
 */
export async function fetchSource(
  { client }: Service,
  route: string,
  name = route,
): Promise<Source | undefined> {
  try {
    const { status, body } = await client.get(route);
    return status === 200 ? sourceOf(name, body) : undefined;
  } catch (error) {
    if (error instanceof BadAnswer) throw refused(error.message);
    if (!(error instanceof Unreachable)) throw error;
    throw new Failure('away', `${error.message} Run the same command again later.`);
  }
}

/**
 * The page of the keys, from a file or an address.
 * @param place a path, the address of the page, or that of its service
 * @throws Failure when it cannot be read
 */
export async function readKeysSource(place: string): Promise<Source> {
  if (!/^https?:\/\//.test(place)) return readSourceFile(place);
  const address = place.endsWith('.md') ? place : place.replace(/\/$/, '') + keysPath;
  const answer = await get(address).catch(error => {
    if (error instanceof BadAnswer) throw refused(`${address}: ${error.message}`);
    throw new Failure('away', `${address} does not answer: ${(error as Error).message}`);
  });
  if (answer.status !== 200)
    throw new Failure('wrongUse', `${address} answers ${answer.status}: give the page of the keys.`);
  return sourceOf(address, answer.body);
}
