/** Which service a tenant command speaks to, as which tenant, with which credential. */
import type { Command } from 'commander';
import { type Client, type ClientAnswer, openClient, Unreachable } from '../../runner/client.ts';
import { Failure } from '../failure.ts';
import { environment, print, say } from '../output.ts';
import { pendingKey, stateFolder } from './keys.ts';

export interface Connection {
  /** The address of the service, without a slash at its end. */
  baseUrl: string;
  tenant: string;
  client: Client;
  /** The public part of the token. */
  credential: string;
}

export interface ConnectionOptions {
  from?: string;
  tenant?: string;
}

/** Adds the options of every tenant command. */
export const withConnection = (command: Command): Command =>
  command
    .option('--from <url>', 'the address of the service; by default AGENT_TOPOLOGY_URL')
    .option('--tenant <id>', 'the tenant; by default AGENT_TOPOLOGY_TENANT');

/**
 * Opens the connection that options and environment name.
 * @throws Failure that names the variable or option which is missing or wrong
 */
export function connect(options: ConnectionOptions, variables = environment()): Connection {
  const { AGENT_TOPOLOGY_URL, AGENT_TOPOLOGY_TENANT, AGENT_TOPOLOGY_TOKEN: token } = variables;
  const baseUrl = readAddress(options.from ?? AGENT_TOPOLOGY_URL);
  const tenant = options.tenant ?? AGENT_TOPOLOGY_TENANT;
  if (!tenant) throw new Failure('wrongUse', 'Which tenant? Set AGENT_TOPOLOGY_TENANT, or add --tenant ID.');
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(tenant))
    throw new Failure(
      'wrongUse',
      'The id of a tenant is lowercase words joined by hyphens: check --tenant or AGENT_TOPOLOGY_TENANT.',
    );
  if (!token)
    throw new Failure(
      'wrongUse',
      'AGENT_TOPOLOGY_TOKEN is not set. Put the token of a credential in it, which the operator of the service issues.',
    );
  const credential = /^atc_([0-9a-z]+)_[\w-]+$/.exec(token)?.[1];
  if (credential === undefined)
    throw new Failure('wrongUse', 'AGENT_TOPOLOGY_TOKEN does not hold a token: expected `atc_…_…`.');
  return { baseUrl, tenant, client: openClient(baseUrl, tenant, token), credential };
}

/** The connection of a runner: with the token in AGENT_TOPOLOGY_RUNNER_TOKEN, or that of the tenant when it is one of both. */
export function connectRunner(options: ConnectionOptions, variables = environment()): Connection {
  const { AGENT_TOPOLOGY_RUNNER_TOKEN: token = variables.AGENT_TOPOLOGY_TOKEN } = variables;
  return connect(options, { ...variables, AGENT_TOPOLOGY_TOKEN: token });
}

function readAddress(text: string | undefined): string {
  if (!text) throw new Failure('wrongUse', 'Which service? Set AGENT_TOPOLOGY_URL, or add --from URL.');
  if (!/^https?:\/\/[^/\s@]+\/?$/.test(text) || !URL.canParse(text))
    throw new Failure(
      'wrongUse',
      'The address of the service is like https://catalog.example.org, without a path: check --from or AGENT_TOPOLOGY_URL.',
    );
  return text.replace(/\/$/, '');
}

/**
 * Reads a page of the tenant.
 * @throws Failure when it is refused or nobody answers
 */
export async function read({ client }: Connection, route: string): Promise<ClientAnswer> {
  const answer = await orAway(client.get(route));
  if (answer.status === 200) return answer;
  throw refusal(answer, `GET ${route}`);
}

/**
 * Posts a document once, however often the command is repeated before its answer was seen, and prints the answer.
 * @throws Failure when it is refused or nobody answers
 */
export async function send(connection: Connection, route: string, text: string): Promise<ClientAnswer> {
  const { baseUrl, tenant, client, credential } = connection;
  const parts = [baseUrl, tenant, credential, route, text];
  const pending = pendingKey(stateFolder(environment(), 'requests'), parts, Date.now());
  if (pending.isRepeat) say('An earlier attempt was not answered: this one repeats it under its key.');
  const answer = await orAway(client.post(route, text, pending.key));
  if (answer.status >= 500 || answer.status === 429) throw refusal(answer, `POST ${route}`);
  if (answer.status < 300) print(answer.text);
  pending.forget();
  if (answer.status >= 300) throw refusal(answer, `POST ${route}`);
  return answer;
}

/** @throws Failure `away` in place of `Unreachable` */
export async function orAway<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    throw new Failure('away', `${error.message} Run the same command again later: nothing is done twice.`);
  }
}

interface Complaint {
  field?: string;
  message?: string;
  line?: number;
  column?: number;
}

/** What a refusal of the service says: its code, what was wrong where, and what to do. */
export function refusal({ status, headers, fields }: ClientAnswer, what: string): Failure {
  const errors = Array.isArray(fields.errors) ? (fields.errors as Complaint[]) : [];
  const places = errors.map(({ line, column, field, message }) => {
    const place = line === undefined ? '' : `line ${line}, column ${column}: `;
    return `\n  ${place}${field ? `${field}: ` : ''}${message}`;
  });
  const code =
    fields.code ?? (status >= 300 && status < 400 ? 'a redirect, which is not followed' : 'no document');
  const said = fields.description ?? 'Check the address of the service.';
  const later = status === 429 || status >= 500;
  const wait = later ? ` Run the same command again in ${headers.get('retry-after') ?? 'some'} seconds.` : '';
  return new Failure(
    later ? 'away' : 'wrongUse',
    `${what}: ${status} ${code}. ${said}${wait}${places.join('')}`,
  );
}
