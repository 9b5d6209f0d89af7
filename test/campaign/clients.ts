/**
 * Third-party clients against the MCP endpoint: the newest version of each is installed from npm or PyPI into a temporary folder
 * and put through every step, agents with a scripted model. Prints a table; `CLIENTS=codex,python` runs those folders alone.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, columns, environment, finish, install, type Row, versionOf } from '../client/client.ts';
import { clients } from '../client/index.ts';
import { openRecorder } from '../client/recorder.ts';
import { buildInto } from '../support/shared.ts';
import { ticketServer } from '../support/ticket.ts';
import { type Campaign, withEndings } from './campaign.ts';

/** It stays, so that the next run downloads only what is new. */
const root = join(tmpdir(), 'agent-topology-clients');

export const campaign: Campaign = {
  description:
    'third-party MCP clients, installed and run: lists, calls, null arguments, ticket, report, resources',
  rounds: 1,
  // A client that cannot for a reason of its own has the reason in the list of clients.
  goals: { failed: 0 },
  async run({ say }) {
    const asked = process.env.CLIENTS?.split(',');
    const chosen = clients.filter(({ folder }) => asked?.includes(folder) ?? true);
    assert.ok(chosen.length > 0, `No client is in ${process.env.CLIENTS}.`);
    await installNode();
    return withEndings(async context => {
      const distDir = await buildInto(join(import.meta.dirname, '../../content'));
      const { server } = await ticketServer(context, { distDir });
      const counts = { clients: 0, full: 0, failed: 0 };
      heading();
      for (const [at, client] of chosen.entries()) {
        say(`${client.name} (${at + 1} of ${chosen.length})`);
        const row = await rowOf(client, server.address, `10.20.0.${at + 1}`);
        const failed = columns.filter(
          column => !isFine(row[column]) && client.defects?.[column] === undefined,
        );
        counts.clients += 1;
        counts.full += columns.every(column => isFine(row[column])) ? 1 : 0;
        counts.failed += failed.length > 0 ? 1 : 0;
      }
      return counts;
    });
  },
};

const isFine = (outcome: string | undefined): boolean => outcome === 'yes' || outcome === '–';

/** Many clients need a newer Node.js than the server does. */
async function installNode(): Promise<void> {
  const node = { name: 'Node.js', folder: 'node', packages: ['node@22'] };
  mkdirSync(root, { recursive: true });
  await install({ ...node, run: async () => ({}) }, root);
  const { output } = await finish('node', ['--version'], { cwd: root, env: environment(root) });
  assert.match(output, /^v\d+/);
}

function heading(): void {
  const titles = ['client', 'version', ...columns];
  process.stdout.write(`| ${titles.join(' | ')} |\n| ${titles.map(() => '---').join(' | ')} |\n`);
}

/** Runs one client and prints its row. */
async function rowOf(client: Client, server: string, network: string): Promise<Row> {
  const recorder = await openRecorder(server, network);
  const { endpoint, methods } = recorder;
  let version = '?';
  let row: Row;
  try {
    await install(client, root);
    version = await versionOf(client, root);
    row = await client.run({ root, endpoint, methods });
  } catch (error) {
    row = { lists: `no: ${(error as Error).message.slice(0, 160)}` };
  } finally {
    recorder.close();
  }
  const cells = columns.map(column => shown(row[column], client.defects?.[column]));
  process.stdout.write(`| ${[client.name, version, ...cells].join(' | ')} |\n`);
  return row;
}

const shown = (outcome = 'no', defect?: string): string =>
  isFine(outcome) || defect === undefined ? outcome : `${defect} (${outcome})`;
