/**
 * Servers stopped in the middle of load: each round starts one as operators do, in one process or two, loads it over connections
 * that stay and over new ones, and sends SIGTERM. Every request that was sent gets its whole answer; no client is reset. Then two
 * servers behind each proxy restart in turn under load.
 */
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from '../support/folder.ts';
import { type Launched, launch } from '../support/launched.ts';
import { haproxy, nginx } from '../support/proxy.ts';
import { randomFrom } from '../support/random.ts';
import { restartInTurn } from '../support/rolling.ts';
import { type Campaign, withEndings } from './campaign.ts';

const clients = 16;

export const campaign: Campaign = {
  description: 'SIGTERM under load, in one process or two: every answer is whole, and no client is reset',
  rounds: 50,
  // Idle connections are left open for three seconds.
  goals: { 'slowest stop, ms': 6000 },
  async run({ seed, rounds, say }) {
    const random = randomFrom(seed);
    const counts = { answers: 0, refused: 0, closing: 0, resets: 0, 'slowest stop, ms': 0 };
    const dataDir = temporaryFolder();
    for (let round = 1; round <= rounds; round += 1) {
      await withEndings(async context => {
        const server = await launch(context, { DATA_DIR: dataDir, WORKERS: String(1 + (round % 2)) });
        await server.until(/serving/, 1 + (round % 2));
        const load = Array.from({ length: clients }, (_, index) =>
          askUntilRefused(server, index % 4 > 0, counts),
        );
        await wait(100 + random() * 400);
        const began = performance.now();
        server.child.kill('SIGTERM');
        const [code] = await Promise.all([server.ended, ...load]);
        const stop = Math.round(performance.now() - began);
        counts['slowest stop, ms'] = Math.max(counts['slowest stop, ms'], stop);
        assert.equal(code, 0, server.output());
      });
      say(`${round} of ${rounds}: ${JSON.stringify(counts)}`);
    }
    assert.equal(counts.resets, 0, JSON.stringify(counts));
    // Ten in a whole run.
    const restarts = Math.ceil(rounds / 5);
    for (const proxy of [nginx, haproxy])
      await withEndings(async context => {
        const { answers, failures } = await restartInTurn(context, proxy, restarts);
        say(`${restarts} rolling restarts behind ${proxy.name}: ${answers} answers`);
        assert.deepEqual(failures, []);
      });
    return counts;
  },
};

const paths = ['/patterns/gate.md', '/llms.txt', '/readyz', '/none', '/status.md'];

/** Sends one request after another until the server takes no further connection. */
async function askUntilRefused(
  server: Launched,
  keepAlive: boolean,
  counts: { answers: number; refused: number; closing: number; resets: number },
): Promise<void> {
  const agent = new Agent({ keepAlive, maxSockets: 1 });
  try {
    for (let number = 0; ; number += 1) {
      const outcome = await ask(server, paths[number % paths.length]!, agent);
      if (outcome === 'refused') {
        counts.refused += 1;
        return;
      }
      counts[outcome === 'reset' ? 'resets' : 'answers'] += 1;
      if (outcome === 'closing') counts.closing += 1;
    }
  } finally {
    agent.destroy();
  }
}

type Outcome = 'answered' | 'closing' | 'refused' | 'reset';

function ask({ address }: Launched, path: string, agent: Agent): Promise<Outcome> {
  return new Promise(resolve => {
    const outgoing = request(`${address}${path}`, { agent }, incoming => {
      incoming.resume();
      incoming.on('error', () => resolve('reset'));
      incoming.on('end', () => {
        if (!incoming.complete) return resolve('reset');
        resolve(incoming.headers.connection === 'close' ? 'closing' : 'answered');
      });
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'reset'),
    );
    outgoing.end();
  });
}
