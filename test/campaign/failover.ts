/**
 * A primary that dies under load, and its synchronous standby that takes over: each round kills the one and promotes the other.
 * Pages are served all the while, what needs the database is refused at once, and nothing that was acknowledged is lost.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { PostgresPair } from '../../scripts/support/postgres-pair.ts';
import { temporaryFolder } from '../support/folder.ts';
import { launch } from '../support/launched.ts';
import { loadOn } from '../support/load.ts';
import { untilBack } from '../support/outage.ts';
import { randomFrom } from '../support/random.ts';
import { type Campaign, withEndings } from './campaign.ts';

/** So much of what was acknowledged is asked for again after each round. */
const askedAgain = 200;

export const campaign: Campaign = {
  description: 'a primary that dies under load and a standby that takes over: nothing acknowledged is lost',
  rounds: 20,
  goals: { 'slowest page, ms': 250, 'slowest answer, ms': 5000, 'slowest return, ms': 2000 },
  run: ({ seed, rounds, say }) =>
    withEndings(async context => {
      const random = randomFrom(seed);
      const pair = await PostgresPair.start();
      context.after(() => pair.stop());
      const place = { dataDir: temporaryFolder(), databaseUrl: pair.url };
      const { load, tenant } = await loadOn(place, 'failover', random, { isUp: true });
      const server = await launch(context, {
        ...{ DATA_DIR: temporaryFolder(), DATABASE_URL: pair.url, RECEIPTS_PER_MINUTE: '1000000000' },
      });
      await server.until(/serving/);
      const returns: number[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        load.turnTo(server);
        await wait(300 + random() * 700);
        await pair.kill();
        await wait(random() * 1000);
        await pair.promote();
        returns.push(await untilBack(server, tenant));
        await wait(300);
        await load.rest();
        await load.check(server, askedAgain);
        if (round < rounds) await pair.rejoin();
        say(`${round} of ${rounds}: back after ${Math.round(returns.at(-1)!)} ms`);
      }
      await load.stop();
      return {
        ...{ failovers: rounds, acknowledged: load.acknowledged, lost: 0, pages: load.pages },
        'slowest page, ms': Math.round(load.slowest.page),
        'slowest answer, ms': Math.round(load.slowest.answer),
        'slowest return, ms': Math.round(Math.max(...returns)),
      };
    }),
};
