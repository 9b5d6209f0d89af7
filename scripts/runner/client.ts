/** A client of the tenant API for scripts: posts documents with keys, reads front matter, waits and tries again. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { readDocument, writeDocument } from '#document/front-matter.ts';

export interface ClientAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The front matter. */
  fields: Record<string, unknown>;
}

export interface Client {
  /**
   * Posts a document to a route below the prefix of the tenant. Repeats it under its key while nobody answers.
   * @throws Unreachable after some seconds
   */
  post(route: string, text: string): Promise<ClientAnswer>;
  get(route: string): Promise<ClientAnswer>;
}

/** There was no answer at the address after several tries. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

const tries = 6;

export function openClient(baseUrl: string, tenant: string, token: string): Client {
  const ask = async (method: 'GET' | 'POST', route: string, body?: string): Promise<ClientAnswer> => {
    const headers: Record<string, string> = { Authorization: `Bearer ${token}` };
    if (body !== undefined) {
      headers['Content-Type'] = 'text/markdown; charset=utf-8';
      headers['Idempotency-Key'] = randomUUID();
    }
    const url = `${baseUrl}/v1/tenants/${tenant}/${route}`;
    const response = await insist(url, { method, headers, ...(body !== undefined && { body }) });
    const text = await response.text();
    const reading = readDocument(text);
    return {
      status: response.status,
      headers: response.headers,
      text,
      fields: reading.ok ? reading.document.value : {},
    };
  };
  return { post: (route, text) => ask('POST', route, text), get: route => ask('GET', route) };
}

/** Tries again while the server is away or busy: the key makes a repeat harmless. */
async function insist(url: string, request: RequestInit): Promise<Response> {
  for (let count = 1; ; count += 1) {
    try {
      const response = await fetch(url, request);
      if ((response.status !== 503 && response.status !== 429) || count === tries) return response;
      await wait(1000 * Math.min(30, Number(response.headers.get('retry-after') ?? 1)));
    } catch (cause) {
      if (count === tries) throw new Unreachable(`${new URL(url).origin} does not answer.`, { cause });
      await wait(100 * 2 ** count);
    }
  }
}

/** A message of a kind with its fields. */
export const messageOf = (kind: string, fields: Record<string, unknown> = {}): string =>
  writeDocument({ schema: `formation.${kind}/v0.1`, kind, ...fields }, '');
