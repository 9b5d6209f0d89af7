/**
 * A client of the tenant API. It posts each document under an Idempotency-Key, repeats a request that got no answer, and checks
 * every answer before it is used.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import { assignmentBatch } from '#document/evaluation/assignment.ts';
import type { Kind } from '#document/kind/kind.ts';
import { writeDocument } from '#document/text/front-matter.ts';
import { isOpenToOthers, isServiceAddress } from '../support/client/address.ts';
import type { Answer } from '../support/client/ask.ts';
import { type CheckedDocument, readAs, readRefusal } from '../support/client/document.ts';
import { BadAnswer, NoAnswer } from '../support/client/error.ts';
import { insist } from '../support/client/insist.ts';
import { limits } from '../support/client/limits.ts';
import { Failure, failed, wrongUse } from '../support/failure.ts';
import { excerpt } from '../support/harmless.ts';
import type { Given } from './ledger.ts';

export interface Client {
  /**
   * Posts a document to a route below the prefix of the tenant. Repeats the request under its key while there is no answer.
   * @param key the Idempotency-Key; a new one by default
   * @throws Failure: `Unreachable` when several tries get no answer, another for an answer that is refused
   */
  post(route: string, text: string, key?: string): Promise<Answer>;
  /**
   * Sends GET to a route below the prefix of the tenant.
   * @throws Failure as `post`
   */
  get(route: string): Promise<Answer>;
}

/** An error for an address that gave no answer in several tries. */
export class Unreachable extends Failure {
  override name = 'Unreachable';

  constructor(message: string) {
    super('away', message);
  }
}

/** Makes the error for an answer that cannot be used. */
export const refused = (reason: string): Failure =>
  failed(`The answer of the service is refused. ${reason} Ask the operator.`);

const tries = 6;
/**
 * The seconds within which an answer must come, and those for a feed of events, which the service holds open for 30 seconds.
 */
const [usualSeconds, heldSeconds] = [10, 45];
/** The seconds after which a request is no longer repeated, so that a slow service is not asked all six times. */
const withinSeconds = 30;
/** The most characters in the front matter of an answer. The longest one is a list of 500 cases under 16 locks. */
const longestFrontMatter = 1024 * 1024;

/**
 * Opens a client of a tenant.
 * @param pause waits for a number of milliseconds
 * @throws Failure unless the address may get a token, and the tenant has the form of an id
 */
export function openClient(
  baseUrl: string,
  tenant: string,
  token: string,
  pause: (milliseconds: number) => Promise<unknown> = wait,
): Client {
  const wrong = !isServiceAddress(baseUrl)
    ? `${excerpt(baseUrl)} is no address of a service, which is like https://catalog.example.org, without a path.`
    : isOpenToOthers(baseUrl)
      ? `${baseUrl} has no https: a token is sent in the clear to this machine only. Use https.`
      : /^[a-z0-9]+(-[a-z0-9]+)*$/.test(tenant)
        ? undefined
        : `${excerpt(tenant)} is no id of a tenant, which is lowercase words joined by hyphens.`;
  if (wrong !== undefined) throw wrongUse(wrong);
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
      if (cause instanceof NoAnswer) {
        const help = 'You can run this again later, because nothing is done twice.';
        throw new Unreachable(`${baseUrl} does not answer. Reason: ${cause.message} ${help}`);
      }
      if (cause instanceof BadAnswer) throw refused(`${method} ${route}: ${cause.message}`);
      throw cause;
    });
  };
  return { post: (route, text, key) => ask('POST', route, text, key), get: route => ask('GET', route) };
}

/**
 * Reads an answer as a document of a kind, and checks all of its fields.
 * @param what the request, for messages
 * @throws Failure `failed` that says what is wrong with the answer
 */
export function documentIn<Shape extends z.ZodRawShape>(
  kind: Kind<Shape>,
  { body }: Pick<Answer, 'body'>,
  what: string,
): CheckedDocument<Shape> {
  try {
    return readAs(kind, body, longestFrontMatter);
  } catch (error) {
    throw error instanceof BadAnswer ? refused(`${what}: ${error.message}`) : error;
  }
}

/**
 * Returns the run in the answer to a claim; undefined if there is none.
 * @throws Error when there are several, or the ids of the run do not fit together
 */
export function onlyRun(answer: Answer): Given | undefined {
  const { assignments } = documentIn(assignmentBatch, answer, 'POST runner/claims').fields;
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

/** Returns the code and the sentence of a refusal. */
export function refusalIn({ status, body }: Answer): { code: string; description: string } {
  const said = readRefusal(body);
  if (said) return { code: said.code, description: excerpt(said.description ?? '') };
  const isRedirect = status >= 300 && status < 400;
  return {
    code: isRedirect ? 'a redirect, which the runner does not follow' : 'no document',
    description: 'Check the address of the service.',
  };
}

/** Writes a message of a kind with its fields. */
export const messageOf = (kind: string, fields: Record<string, unknown> = {}): string =>
  writeDocument({ schema: `formation.${kind}/v0.1`, kind, ...fields }, '');
