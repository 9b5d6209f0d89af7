/**
 * Servers killed in the middle of load, on both databases: each round starts one as operators do, in one process or two, and kills it
 * with SIGKILL while tickets are redeemed, documents registered and evaluations run. Everything that a client saw acknowledged is
 * there after the restart, byte for byte, and nothing was counted twice.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { DatabasePlace } from '../../server/store/database/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { type Launched, launch } from '../support/launched.ts';
import { checkCounts, loadOn } from '../support/load.ts';
import { freshDatabase } from '../support/postgres.ts';
import { randomFrom } from '../support/random.ts';
import { type Campaign, withEndings } from './campaign.ts';

/** So much is acknowledged in a round before the kill may come, and so much is asked for again after it. */
const leastOfRound = 20;
const askedAgain = 100;

type Context = Parameters<Parameters<typeof withEndings>[0]>[0];

export const campaign: Campaign = {
  description:
    'kill -9 in the middle of load: what was acknowledged survives, nothing twice, on both databases',
  rounds: 60,
  run: ({ seed, rounds, say }) =>
    withEndings(async context => {
      const random = randomFrom(seed);
      const scenes = [
        await loadOn({ dataDir: temporaryFolder() }, 'sqlite', random),
        await loadOn({ dataDir: temporaryFolder(), databaseUrl: await freshDatabase() }, 'postgres', random),
      ];
      const counts = { kills: 0, tickets: 0, changes: 0, runs: 0, replays: 0 };
      for (let round = 1; round <= rounds; round += 1) {
        const { place, load } = scenes[round % 2]!;
        const server = await start(context, place, 1 + (Math.floor(round / 2) % 2));
        counts.replays += await load.check(server, askedAgain);
        load.turnTo(server);
        // Not before the load is under way, however slow the machine is; then at any moment.
        await load.more(leastOfRound);
        await wait(random() * 300);
        server.child.kill('SIGKILL');
        await server.ended;
        load.turnTo();
        counts.kills += 1;
        say(`${round} of ${rounds}: ${JSON.stringify(counts)}`);
      }
      for (const { place, load } of scenes) {
        const server = await start(context, place, 1);
        await load.stop();
        counts.replays += await load.check(server, Number.POSITIVE_INFINITY);
        await checkCounts(place, load);
        counts.tickets += load.receipts.size;
        counts.changes += load.changes.length;
        counts.runs += load.runs;
      }
      return counts;
    }),
};

async function start(
  context: Context,
  { dataDir, databaseUrl }: DatabasePlace,
  workers: number,
): Promise<Launched> {
  const server = await launch(context, {
    DATA_DIR: dataDir,
    WORKERS: String(workers),
    RECEIPTS_PER_MINUTE: '1000000000',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });
  await server.until(/serving/, workers);
  return server;
}
