/** The service of the first evaluation, which is started for it and ends with it. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { readDocument } from '#document/text/front-matter.ts';
import { type Config, readConfig } from '../../server/process/config.ts';
import { startServer } from '../../server/process/server.ts';
import { openStore } from '../../server/store/store.ts';
import { type Connection, connect } from '../agent-topology/tenant/connection.ts';
import { issue } from '../operator/credential.ts';
import { type Client, openClient } from '../runner/client.ts';
import { harmless } from '../support/harmless.ts';

export interface Service {
  connection: Connection;
  runner: Client;
  /** Returns the text of a page of the catalog. */
  page(path: string): string;
  stop(): Promise<void>;
}

/** Starts a service of the built catalog on a free port, with a new tenant in the database that the settings name. */
export async function openService(): Promise<Service> {
  const config = { ...readConfig(), port: 0, host: '127.0.0.1' };
  if (!existsSync(join(config.distDir, 'manifest.json')))
    execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  const { tenant, tokens } = await seedTenant(config);
  const server = await startServer(config, pino({ level: 'warn' }));
  const [own, runner] = tokens;
  const environment = { AGENT_TOPOLOGY_TENANT: tenant, AGENT_TOPOLOGY_TOKEN: own };
  return {
    connection: connect({ from: server.address }, environment),
    runner: openClient(server.address, tenant, runner),
    page: path => readFileSync(join(config.distDir, path), 'utf8'),
    stop: () => server.stop(),
  };
}

const scopes = [
  ...['artifacts:read', 'formations:write', 'evaluations:plan', 'evaluations:start', 'evaluations:read'],
  ...['recommendations:read', 'adoptions:write', 'account:read', 'events:read'],
];

/**
 * Posts a document.
 * @returns the fields of the answer
 * @throws Error with the answer of the service if it refuses
 */
export async function send(client: Client, route: string, text: string): Promise<Record<string, unknown>> {
  const { status, body } = await client.post(route, text);
  if (status !== 200 && status !== 201) throw new Error(harmless(`POST ${route}: ${status}\n${body}`));
  const parsed = readDocument(body.toString('utf8'));
  if (parsed.ok) return parsed.document.value;
  throw new Error(`POST ${route}: the answer is no document. ${parsed.faults[0]!.message}`);
}

/** Creates a tenant and two credentials, one for the tenant and one for a runner. */
async function seedTenant(config: Config): Promise<{ tenant: string; tokens: [string, string] }> {
  const now = Math.floor(Date.now() / 1000);
  const store = await openStore(config, now);
  const tenant = `first-${randomBytes(4).toString('hex')}`;
  await store.tenants.create(tenant, now);
  const own = await issue(store, { tenant, scopes }, now);
  const runner = await issue(store, { tenant, scopes: [], runner: true }, now);
  await store.close();
  return { tenant, tokens: [String(own.fields.token), String(runner.fields.token)] };
}
