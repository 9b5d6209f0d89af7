/** The limit of requests of a credential: one for all processes, at a few questions to the database. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestCountStore } from '../../../server/store/request-count.ts';
import type { Store } from '../../../server/store/store.ts';
import { Refusal } from '../../../server/support/refusal.ts';
import { type RateLimit, rateLimit } from '../../../server/tenant/rate-limit.ts';
import { onBothDatabases, openTestStore } from '../../support/store.ts';

/** Whether a request is let through. */
async function passes(limit: RateLimit, credential: string, requests_per_minute: number): Promise<boolean> {
  try {
    await limit.take(credential, { requests_per_minute });
    return true;
  } catch (error) {
    assert.ok(error instanceof Refusal && error.code === 'rate_limited', String(error));
    const seconds = Number(error.headers['Retry-After']);
    assert.ok(seconds >= 1 && seconds <= 60, `${seconds}`);
    return false;
  }
}

/** Sends so many requests to each of several processes at once, and counts what they let through. */
async function passed(limits: RateLimit[], requests: number, perMinute: number): Promise<number> {
  const answers = limits.flatMap(limit =>
    Array.from({ length: requests }, () => passes(limit, 'one', perMinute)),
  );
  return (await Promise.all(answers)).filter(Boolean).length;
}

/** The counts of a store, and how often they were asked. */
function counted({ requestCounts }: Store): { counts: RequestCountStore; asked: () => number } {
  let asked = 0;
  const take: RequestCountStore['take'] = (...question) => {
    asked += 1;
    return requestCounts.take(...question);
  };
  return { counts: { take }, asked: () => asked };
}

onBothDatabases('the limit of a credential', database => {
  test('is the same for two processes as for one, to the request', async context => {
    const place = await database.place();
    const stores = [await openTestStore(context, place), await openTestStore(context, place)];
    for (const perMinute of [1, 7, 100]) {
      const limits = stores.map(store => rateLimit(store.requestCounts));
      const credential = `limit-${perMinute}`;
      let through = 0;
      for (let round = 0; round <= perMinute; round += 1)
        for (const limit of limits) if (await passes(limit, credential, perMinute)) through += 1;
      assert.equal(through, perMinute);
    }
  });

  test('holds for requests that come to three processes at once', async context => {
    const place = await database.place();
    const store = await openTestStore(context, place);
    const beside = await openTestStore(context, place);
    const limits = [store, beside, store].map(each => rateLimit(each.requestCounts));
    assert.equal(await passed(limits, 150, 200), 200);
    assert.equal(await passed(limits, 5, 200), 0);
  });

  test('asks the database a few times for thousands of requests, and not at all once they are used up', async context => {
    const { counts, asked } = counted(await openTestStore(context, await database.place()));
    const limit = rateLimit(counts);
    for (let n = 0; n < 6000; n += 1) assert.ok(await passes(limit, 'one', 6000));
    assert.ok(asked() < 120, `${asked()} questions`);
    const before = asked();
    assert.equal(await passed([limit], 50, 6000), 0);
    // The first refusal of a process may need to ask.
    assert.ok(asked() <= before + 1);
  });

  test('lets at least half of it through, over however many processes it is spread', async context => {
    const store = await openTestStore(context, await database.place());
    const limits = Array.from({ length: 100 }, () => rateLimit(store.requestCounts));
    let through = 0;
    for (let round = 0; round < 30; round += 1)
      for (const limit of limits) {
        if (!(await passes(limit, 'one', 1000))) return assert.ok(through >= 500, `${through}`);
        through += 1;
      }
    assert.fail('nothing was refused');
  });

  test('is another one for another credential, and follows a change at once', async context => {
    const limit = rateLimit((await openTestStore(context, await database.place())).requestCounts);
    assert.equal(await passed([limit], 9, 5), 5);
    assert.ok(await passes(limit, 'two', 5));
    assert.ok(await passes(limit, 'one', 20));
    assert.ok(!(await passes(limit, 'one', 5)));
  });
});

test('the limit of a credential starts over when its minute is over', async () => {
  let now = 1000;
  const wanted: number[] = [];
  const take: RequestCountStore['take'] = async (_, count) => {
    wanted.push(count);
    return { granted: 1, left: 0, milliseconds: 60_000 };
  };
  const limit = rateLimit({ take }, () => now);
  assert.ok(await passes(limit, 'one', 1));
  assert.ok(!(await passes(limit, 'one', 1)));
  now += 60_000;
  assert.ok(await passes(limit, 'one', 1));
  assert.deepEqual(wanted, [1, 1]);
});
