/** Evaluations under scripted faults, a slice of the seeds: `test/campaign/evaluation-faults.ts` runs thousands. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../../../server/store/database/database.ts';
import { emptyTally } from '../../../support/evaluation-checks.ts';
import { simulateFaults } from '../../../support/evaluation-faults.ts';
import { isLarge } from '../../../support/large.ts';
import { onBothDatabases, start } from '../../../support/store.ts';

const seeds = isLarge ? { sqlite: 150, postgres: 25 } : { sqlite: 50, postgres: 8 };

onBothDatabases('an evaluation whose runners and servers die', database => {
  test('ends each assignment once, counts no run twice and balances what it reserved', async context => {
    const place = await database.place();
    const backends = [await openDatabase(place, start), await openDatabase(place, start)] as const;
    context.after(() => Promise.all(backends.map(backend => backend.close())));
    const tally = emptyTally();
    for (let seed = 1; seed <= seeds[database.name]; seed += 1) {
      await simulateFaults(seed, backends, tally).catch(error => {
        throw new Error(`seed ${seed}: ${error.message}`, { cause: error });
      });
    }
    context.diagnostic(JSON.stringify(tally));
    // Each of the faults and each of the ends did occur.
    for (const count of Object.values(tally)) assert.ok(count > 0, JSON.stringify(tally));
  });
});
