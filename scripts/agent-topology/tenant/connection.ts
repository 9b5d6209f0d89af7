/** Connects a tenant command to a service, as a tenant with a credential. */
import { type Command, InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import type { Kind } from '#document/kind/kind.ts';
import { type Client, documentIn, openClient, refusalIn } from '../../runner/client.ts';
import { stateFolder } from '../../runner/ledger.ts';
import type { Answer } from '../../support/client/ask.ts';
import { type CheckedDocument, readRefusal } from '../../support/client/document.ts';
import { retryAfterSeconds } from '../../support/client/insist.ts';
import { Failure, wrongUse } from '../../support/failure.ts';
import { excerpt } from '../../support/harmless.ts';
import { environment, print, say } from '../../support/output.ts';
import { pendingKey } from './keys.ts';

export interface Connection {
  /** The address of the service, without a slash at its end. */
  baseUrl: string;
  tenant: string;
  client: Client;
  /** The public part of the token. */
  credential: string;
  /** The ids of the keys from which the person expects signatures. */
  keys: readonly string[];
}

export interface ConnectionOptions {
  key?: string[];
  from?: string;
  tenant?: string;
}

/** Adds the options of every tenant command. */
export const withConnection = (command: Command): Command =>
  command
    .option('--from <url>', 'the address of the service; by default AGENT_TOPOLOGY_URL')
    .option('--tenant <id>', 'the tenant; by default AGENT_TOPOLOGY_TENANT')
    .option(
      '--key <id>',
      'the id of a key of the service, which its operator told you; you may repeat this option',
      (id, known: string[]) => [...known, readKeyId(id)],
      [],
    );

/**
 * Reads the id of a key.
 * @throws InvalidArgumentError unless it has the form of an id
 */
function readKeyId(text: string): string {
  if (/^[0-9a-f]{16}$/.test(text)) return text;
  throw new InvalidArgumentError('Expected the 16 hexadecimal digits of a key id.');
}

/**
 * Opens the connection that the options and environment name.
 * @throws Failure that names the variable or option that is missing or wrong
 */
export function connect(options: ConnectionOptions, variables = environment()): Connection {
  const { AGENT_TOPOLOGY_URL, AGENT_TOPOLOGY_TENANT, AGENT_TOPOLOGY_TOKEN: token } = variables;
  const needed = <Value>(value: Value | undefined | '', message: string): Value => {
    if (value) return value;
    throw wrongUse(message);
  };
  const address = needed(
    options.from ?? AGENT_TOPOLOGY_URL,
    'Which service? Set AGENT_TOPOLOGY_URL, or add --from URL.',
  );
  const tenant = needed(
    options.tenant ?? AGENT_TOPOLOGY_TENANT,
    'Which tenant? Set AGENT_TOPOLOGY_TENANT, or add --tenant ID.',
  );
  const given = needed(
    token,
    'AGENT_TOPOLOGY_TOKEN is not set. Set it to the token of a credential, which the operator of the service issues.',
  );
  const credential = needed(
    /^atc_([0-9a-z]+)_[\w-]+$/.exec(given)?.[1],
    'AGENT_TOPOLOGY_TOKEN does not hold a token: expected `atc_…_…`.',
  );
  const baseUrl = address.replace(/\/$/, '');
  return { baseUrl, tenant, client: openClient(baseUrl, tenant, given), credential, keys: options.key ?? [] };
}

/**
 * Connects as a runner, with the token in AGENT_TOPOLOGY_RUNNER_TOKEN, or else in AGENT_TOPOLOGY_TOKEN.
 * @throws Failure as `connect`
 */
export function connectRunner(options: ConnectionOptions, variables = environment()): Connection {
  const { AGENT_TOPOLOGY_RUNNER_TOKEN: token = variables.AGENT_TOPOLOGY_TOKEN } = variables;
  return connect(options, { ...variables, AGENT_TOPOLOGY_TOKEN: token });
}

/**
 * Reads a document of the tenant.
 * @throws Failure when it is refused, is of another kind, or the service does not answer
 */
export async function read<Shape extends z.ZodRawShape>(
  { client }: Connection,
  route: string,
  kind: Kind<Shape>,
): Promise<CheckedDocument<Shape> & Pick<Answer, 'headers'>> {
  const answer = await client.get(route);
  if (answer.status !== 200) throw refusal(answer, `GET ${route}`);
  return { ...documentIn(kind, answer, `GET ${route}`), headers: answer.headers };
}

/**
 * Posts a document and prints the answer. If the command is repeated before the answer was seen, the service acts only once.
 * @param kind the kind of the answer
 * @throws Failure when it is refused, its answer is of another kind, or the service does not answer
 */
export async function send<Shape extends z.ZodRawShape>(
  connection: Connection,
  route: string,
  text: string,
  kind: Kind<Shape>,
): Promise<CheckedDocument<Shape>> {
  const { baseUrl, tenant, client, credential } = connection;
  const parts = [baseUrl, tenant, credential, route, text];
  const pending = pendingKey(stateFolder(environment(), 'requests'), parts, Date.now());
  if (pending.isRepeat)
    say('The service did not answer an earlier attempt, so this one repeats it under the same key.');
  const answer = await client.post(route, text, pending.key);
  if (answer.status >= 500 || answer.status === 429) throw refusal(answer, `POST ${route}`);
  if (answer.status >= 300 || answer.status < 200) {
    pending.forget();
    throw refusal(answer, `POST ${route}`);
  }
  const document = documentIn(kind, answer, `POST ${route}`);
  print(document.text);
  pending.forget();
  return document;
}

/** The most faults of a document that are shown. */
const mostShown = 50;

/** Converts a refusal of the service to a failure that states its code, each fault with its place, and when to try again. */
export function refusal(answer: Answer, what: string): Failure {
  const { status, headers, body } = answer;
  const errors = readRefusal(body)?.errors ?? [];
  const places = errors.slice(0, mostShown).map(({ line, column, field, message }) => {
    const place = line === undefined ? '' : `line ${line}, column ${column}: `;
    return `\n  ${place}${field ? `${excerpt(field)}: ` : ''}${excerpt(message)}`;
  });
  const { code, description } = refusalIn(answer);
  const later = status === 429 || status >= 500;
  const seconds = Math.ceil(retryAfterSeconds(headers['retry-after'], Date.now()));
  const wait = later ? ` Run the same command again in ${seconds} seconds.` : '';
  return new Failure(
    later ? 'away' : 'wrongUse',
    `${what}: ${status} ${code}. ${description}${wait}${places.join('')}`,
  );
}
