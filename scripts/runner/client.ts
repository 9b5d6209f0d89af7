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
   * @param key the Idempotency-Key; a new one by default
   * @throws Unreachable after some seconds
   */
  post(route: string, text: string, key?: string): Promise<ClientAnswer>;
  get(route: string): Promise<ClientAnswer>;
}

/** There was no answer at the address after several tries. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

const tries = 6;
const timeoutMilliseconds = 60_000;
/** Whoever is told to come back later than this is told so, and does not wait. */
const longestWaitSeconds = 60;

/** @param pause waits for a number of milliseconds */
export function openClient(
  baseUrl: string,
  tenant: string,
  token: string,
  pause: (milliseconds: number) => Promise<unknown> = wait,
): Client {
  const ask = async (method: 'GET' | 'POST', route: string, body?: string, key: string = randomUUID()) => {
    const headers: Record<string, string> = { Authorization: `Bearer ${token}` };
    if (body !== undefined) {
      headers['Content-Type'] = 'text/markdown; charset=utf-8';
      headers['Idempotency-Key'] = key;
    }
    const url = `${baseUrl}/v1/tenants/${tenant}/${route}`;
    return insist(url, { method, headers, ...(body !== undefined && { body }) }, pause);
  };
  return { post: (route, text, key) => ask('POST', route, text, key), get: route => ask('GET', route) };
}

/** Tries again while the server is away or busy: the key makes a repeat harmless. */
async function insist(
  url: string,
  request: RequestInit,
  pause: (milliseconds: number) => Promise<unknown>,
): Promise<ClientAnswer> {
  for (let count = 1; ; count += 1) {
    try {
      const answer = await attempt(url, request);
      const seconds = retryAfterSeconds(answer.headers, Date.now());
      const isBusy = answer.status === 503 || answer.status === 429;
      if (!isBusy || count === tries || seconds > longestWaitSeconds) return answer;
      await pause(1000 * seconds);
    } catch (cause) {
      if (count === tries) throw new Unreachable(`${new URL(url).origin} does not answer.`, { cause });
      await pause(100 * 2 ** count);
    }
  }
}

async function attempt(url: string, request: RequestInit): Promise<ClientAnswer> {
  // A redirect could lead to where the credential must not go.
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const response = await fetch(url, { ...request, redirect: 'manual', signal });
  const text = await response.text();
  const reading = readDocument(text);
  const { status, headers } = response;
  return { status, headers, text, fields: reading.ok ? reading.document.value : {} };
}

/**
 * How long an answer asks to wait, in seconds: `Retry-After` as a number or a date (RFC 9110, 10.2.3); 1 without it.
 * @param now milliseconds since 1970
 */
export function retryAfterSeconds(headers: Pick<Headers, 'get'>, now: number): number {
  const text = headers.get('retry-after') ?? '1';
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000;
  return Number.isNaN(seconds) ? 1 : Math.max(0, seconds);
}

/** A message of a kind with its fields. */
export const messageOf = (kind: string, fields: Record<string, unknown> = {}): string =>
  writeDocument({ schema: `formation.${kind}/v0.1`, kind, ...fields }, '');
