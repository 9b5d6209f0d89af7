/** The service that the first evaluation uses: one that is named, or one of its own that ends with it. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { digestField, sha256Hex } from '#build/text/digest.ts';
import { readConfig } from '../../server/process/config.ts';
import { startServer } from '../../server/process/server.ts';
import { type Client, openClient } from '../runner/client.ts';
import { get } from '../support/http.ts';
import { type Connection, connect } from '../tenant/connection.ts';
import { seedTenant } from './local-tenant.ts';

export interface Service {
  connection: Connection;
  runner: Client;
  /** The text of a page of the catalog. @throws Error when there is none */
  page(path: string): Promise<string>;
  stop(): Promise<void>;
}

/** Opens the service at an address, with the tokens of the environment; without an address, one of its own. */
export const openService = (address: string | undefined): Promise<Service> | Service =>
  address === undefined ? startOwn() : named(address);

function named(address: string): Service {
  const connection = connect({ from: address });
  const token = process.env.RUNNER_TOKEN;
  if (!token) throw new Error('RUNNER_TOKEN is not set: it holds the token of a runner credential.');
  const runner = openClient(connection.baseUrl, connection.tenant, token);
  return { connection, runner, page: pageAt(connection.baseUrl), stop: async () => undefined };
}

/** Serves the built catalog on a free port, with a new tenant in the database of the settings. */
async function startOwn(): Promise<Service> {
  const config = { ...readConfig(), port: 0, host: '127.0.0.1' };
  if (!existsSync(join(config.distDir, 'manifest.json'))) build();
  const { tenant, tokens } = await seedTenant(config, 'first');
  const server = await startServer(config, pino({ level: 'warn' }));
  const [own, runner] = tokens;
  const environment = { AGENT_TOPOLOGY_TENANT: tenant, AGENT_TOPOLOGY_TOKEN: own };
  return {
    connection: connect({ from: server.address }, environment),
    runner: openClient(server.address, tenant, runner),
    page: pageAt(server.address),
    stop: () => server.stop(),
  };
}

function build(): void {
  process.stdout.write('The catalog is built first.\n');
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  if (status !== 0)
    throw new Error('The catalog could not be built. Run `npm run build`, and correct what it names.');
}

const pageAt =
  (baseUrl: string) =>
  async (path: string): Promise<string> => {
    const { status, headers, body } = await get(baseUrl + path);
    if (status !== 200) throw new Error(`${baseUrl}${path}: ${status}`);
    // What follows the document is a use ticket (docs/use-tickets.md#8).
    const length = headers['use-ticket-document-length'];
    return body.subarray(0, length === undefined ? body.length : Number(length)).toString('utf8');
  };

/** The digest of a text as fields hold it. */
export const digestOf = (text: string): string => digestField(sha256Hex(text));
