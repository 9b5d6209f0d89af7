/**
 * A rolling upgrade under load, on both databases: a server of the previous release fills a database, one of this version joins it and
 * migrates, both answer, one of the previous release starts again, and in the end only this version is left. Each answers for what the
 * other acknowledged. After a migration that takes something away, the previous release does not start, and says why in one line.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DatabasePlace } from '../../server/database/database.ts';
import { migrate } from '../../server/database/migrate.ts';
import { openPostgres } from '../../server/database/postgres.ts';
import { openSqlite } from '../../server/database/sqlite.ts';
import { migrations } from '../../server/migration/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { type Launched, launch } from '../support/launched.ts';
import { makeLayout } from '../support/layout.ts';
import { checkCounts, Load, loadStatements } from '../support/load.ts';
import { freshDatabase } from '../support/postgres.ts';
import { releaseMigration, startRelease } from '../support/release.ts';
import { start } from '../support/store.ts';
import { type Campaign, randomFrom, withEndings } from './campaign.ts';

/** So much is acknowledged at each stage, and so much is asked for again. */
const leastOfStage = 20;
const askedAgain = 50;

type Context = Parameters<Parameters<typeof withEndings>[0]>[0];

export const campaign: Campaign = {
  description: 'the previous release and this version side by side on one database: both write and read',
  rounds: 20,
  async run({ seed, rounds, say }) {
    const random = randomFrom(seed);
    const counts = { upgrades: 0, tickets: 0, changes: 0, runs: 0, replays: 0, refused: 0 };
    for (let round = 1; round <= rounds; round += 1) {
      const place: DatabasePlace = {
        dataDir: temporaryFolder(),
        ...(round % 2 === 0 && { databaseUrl: await freshDatabase() }),
      };
      await withEndings(async context => {
        const { load, replays } = await upgrade(context, place, random);
        await checkCounts(place, load);
        await refuseAfterContraction(context, place);
        counts.upgrades += 1;
        counts.refused += 1;
        counts.replays += replays;
        counts.tickets += load.receipts.size;
        counts.changes += load.changes.length;
        counts.runs += load.runs;
      });
      say(`${round} of ${rounds}: ${JSON.stringify(counts)}`);
    }
    return counts;
  },
};

async function upgrade(context: Context, place: DatabasePlace, random: () => number) {
  const { statements, credentials } = loadStatements();
  const former = await begun(startRelease(context, place));
  await makeLayout(place, releaseMigration, statements);
  const load = new Load(credentials, 'upgrade', random);
  load.turnTo(former);
  await load.more(leastOfStage);
  await wait(random() * 300);
  const present = await begun(launchOn(context, place));
  load.turnTo(former, present);
  await load.more(leastOfStage);
  load.turnTo();
  let replays = (await load.check(former, askedAgain)) + (await load.check(present, askedAgain));
  const restarted = await begun(startRelease(context, place));
  load.turnTo(restarted, present);
  await end(former);
  await load.more(leastOfStage);
  load.turnTo(present);
  await end(restarted);
  await load.more(leastOfStage);
  await load.stop();
  replays += await load.check(present, 4 * askedAgain);
  await end(present);
  return { load, replays };
}

async function begun(starting: Promise<Launched>): Promise<Launched> {
  const server = await starting;
  await server.until(/serving/);
  return server;
}

async function end(server: Launched): Promise<void> {
  server.child.kill('SIGTERM');
  assert.equal(await server.ended, 0, server.output());
}

const launchOn = (context: Context, { dataDir, databaseUrl }: DatabasePlace) =>
  launch(context, {
    ...{ DATA_DIR: dataDir, RECEIPTS_PER_MINUTE: '1000000000' },
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });

async function refuseAfterContraction(context: Context, place: DatabasePlace): Promise<void> {
  const { dataDir, databaseUrl } = place;
  const backend = databaseUrl ? openPostgres(databaseUrl) : openSqlite(join(dataDir, 'catalog.sqlite'));
  const contraction = { number: 9999, name: 'takes away', contracts: true as const, up: async () => {} };
  await migrate(backend, start, [...migrations, contraction]);
  await backend.close();
  const former = await startRelease(context, place);
  assert.equal(await former.ended, 1);
  assert.match(former.output(), /^\w+: migration 9999 of a newer version .* Run the newer version\.\n$/);
}
