/** A client of the tenant API: posts documents with keys, asks again, and believes no answer before it was checked. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import { assignmentBatch } from '#document/evaluation/assignment.ts';
import type { Kind } from '#document/kind/kind.ts';
import { writeDocument } from '#document/text/front-matter.ts';
import { isOpenToOthers, isServiceAddress } from '../support/client/address.ts';
import type { Answer } from '../support/client/ask.ts';
import { readAs, readRefusal } from '../support/client/document.ts';
import { BadAnswer, NoAnswer } from '../support/client/error.ts';
import { insist } from '../support/client/insist.ts';
import { limits } from '../support/client/limits.ts';
import { excerpt } from '../support/harmless.ts';
import type { Given } from './ledger.ts';

export interface Client {
  /**
   * Posts a document to a route below the prefix of the tenant. Repeats it under its key while nobody answers.
   * @param key the Idempotency-Key; a new one by default
   * @throws Unreachable after some seconds, BadAnswer for an answer that is refused
   */
  post(route: string, text: string, key?: string): Promise<Answer>;
  /** @throws as `post` */
  get(route: string): Promise<Answer>;
}

/** There was no answer at the address after several tries. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

const tries = 6;
/** How long an answer may take; a feed of events is held open for 30 seconds itself. */
const [usualSeconds, heldSeconds] = [10, 45];
/** A service that answers slowly is not asked six times. */
const withinSeconds = 30;
/** A list of 500 cases under 16 locks is the longest, in characters of front matter. */
const longestFrontMatter = 1024 * 1024;

/** Whether a text is the id of a tenant. */
export const isTenantId = (text: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);

/**
 * @param pause waits for a number of milliseconds
 * @throws Error unless they are an address to which a token may be sent, and the id of a tenant
 */
export function openClient(
  baseUrl: string,
  tenant: string,
  token: string,
  pause: (milliseconds: number) => Promise<unknown> = wait,
): Client {
  if (!isServiceAddress(baseUrl) || !isTenantId(tenant))
    throw new Error(
      `${excerpt(baseUrl)} is no address of a service, or ${excerpt(tenant)} no id of a tenant.`,
    );
  if (isOpenToOthers(baseUrl))
    throw new Error(`${baseUrl} has no https: a token is sent in the clear to this machine only. Use https.`);
  const ask = async (method: 'GET' | 'POST', route: string, body?: string, key: string = randomUUID()) => {
    const headers =
      body === undefined ? {} : { 'Content-Type': 'text/markdown; charset=utf-8', 'Idempotency-Key': key };
    const url = `${baseUrl.replace(/\/$/, '')}/v1/tenants/${tenant}/${route}`;
    const seconds = /[?&]wait=/.test(route) ? heldSeconds : usualSeconds;
    const question = { method, headers, token, maxBytes: limits.tenantPage, seconds };
    return insist(url, body === undefined ? question : { ...question, body }, {
      tries,
      evenAway: true,
      withinSeconds,
      pause,
    }).catch((cause: Error) => {
      if (cause instanceof NoAnswer)
        throw new Unreachable(`${baseUrl} does not answer. Reason: ${cause.message}`, { cause });
      if (cause instanceof BadAnswer) throw new BadAnswer(`${method} ${route}: ${cause.message}`, { cause });
      throw cause;
    });
  };
  return { post: (route, text, key) => ask('POST', route, text, key), get: route => ask('GET', route) };
}

/**
 * The document that an answer is. Nothing of an answer is used that this did not check.
 * @throws BadAnswer that says what is wrong with it
 */
export const documentIn = <Shape extends z.ZodRawShape>(kind: Kind<Shape>, { body }: Pick<Answer, 'body'>) =>
  readAs(kind, body, longestFrontMatter);

/**
 * The run that a claim of one was answered with; undefined for none. It is checked as a whole before any of it is used.
 * @throws Error when there are more, or the parts of one do not name each other
 */
export function onlyRun(answer: Answer): Given | undefined {
  const { assignments } = documentIn(assignmentBatch, answer).fields;
  if (assignments.length > 1)
    throw new Error(
      `The service handed out ${assignments.length} runs where one was asked for. Check its address.`,
    );
  const [run] = assignments;
  if (!run || (run.assignment.startsWith(`${run.job}.`) && run.lease === `${run.assignment}.${run.fence}`))
    return run;
  throw new Error(
    `The service handed out ${run.assignment} under ${run.lease} of ${run.job}, which do not belong together.`,
  );
}

/** Why a service refuses something, as it says itself: its code and a sentence. */
export function refusalIn({ status, body }: Answer): { code: string; description: string } {
  const said = readRefusal(body);
  if (said) return { code: said.code, description: excerpt(said.description ?? '') };
  const isRedirect = status >= 300 && status < 400;
  return {
    code: isRedirect ? 'a redirect, which is not followed' : 'no document',
    description: 'Check the address of the service.',
  };
}

/** A message of a kind with its fields. */
export const messageOf = (kind: string, fields: Record<string, unknown> = {}): string =>
  writeDocument({ schema: `formation.${kind}/v0.1`, kind, ...fields }, '');
