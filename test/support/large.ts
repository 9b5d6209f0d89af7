/**
 * Tests that take longer than the suite has time for. `npm run campaign -- large` sets `LARGE` and runs the files that have some;
 * without it, nothing registers these tests.
 */
import { type TestContext, test } from 'node:test';

/** Whether large tests run too. Where a test goes over many like cases, this says whether it takes all of them. */
export const isLarge = process.env.LARGE === '1';

/** Registers a test, as `test` does, if large tests run. */
export const large = (name: string, body: (context: TestContext) => unknown): void => {
  if (isLarge) void test(name, async context => void (await body(context)));
};

/** Returns every case if large tests run, and otherwise about `most` of them, spread evenly from the first on. */
export const someOf = <Case>(cases: readonly Case[], most: number): Case[] => {
  const step = isLarge ? 1 : Math.max(1, Math.ceil(cases.length / most));
  return cases.filter((_, at) => at % step === 0);
};
