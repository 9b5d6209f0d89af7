/**
 * A primary that dies under load, and its synchronous standby that takes over: each round kills the one and promotes the other.
 * Pages are served all the while, what needs the database is refused at once, and nothing that was acknowledged is lost.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { PostgresPair } from '../../scripts/support/postgres-pair.ts';
import { temporaryFolder } from '../support/folder.ts';
import { launch } from '../support/launched.ts';
import { checkKept, nothingSeen, prepareForLoad, startLoad, untilBack } from '../support/outage-load.ts';
import { type Campaign, randomFrom, withEndings } from './campaign.ts';

export const campaign: Campaign = {
  description: 'a primary that dies under load and a standby that takes over: nothing acknowledged is lost',
  rounds: 20,
  goals: { 'slowest page, ms': 250, 'slowest answer, ms': 5000, 'slowest return, ms': 2000 },
  run: ({ seed, rounds, say }) =>
    withEndings(async context => {
      const random = randomFrom(seed);
      const pair = await PostgresPair.start();
      context.after(() => pair.stop());
      const credential = await prepareForLoad({ dataDir: temporaryFolder(), databaseUrl: pair.url });
      const server = await launch(context, {
        ...{ DATA_DIR: temporaryFolder(), DATABASE_URL: pair.url, RECEIPTS_PER_MINUTE: '1000000000' },
      });
      await server.until(/serving/);
      const seen = nothingSeen();
      const returns: number[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const load = startLoad(server, credential, seen);
        await wait(300 + random() * 700);
        await pair.kill();
        await wait(random() * 1000);
        await pair.promote();
        returns.push(await untilBack(server, credential));
        await wait(300);
        await load.stop();
        await checkKept(server, credential, seen);
        if (round < rounds) await pair.rejoin();
        say(`${round} of ${rounds}: back after ${Math.round(returns.at(-1)!)} ms`);
      }
      return {
        failovers: rounds,
        acknowledged: seen.receipts.size + seen.artifacts.size,
        lost: 0,
        pages: seen.pages,
        'slowest page, ms': Math.round(seen.slowestPage),
        'slowest answer, ms': Math.round(seen.slowestAnswer),
        'slowest return, ms': Math.round(Math.max(...returns)),
      };
    }),
};
