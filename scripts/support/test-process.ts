/**
 * A process of a run of tests: it takes one test file after another. One for each file would take longer to load the modules of the
 * project than most files take to run; one for all would keep what thousands of tests hold.
 */
import { after, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { lastVariable, queueVariable, takeFiles } from './test-queue.ts';

/** After so many files, or milliseconds, another process goes on; those that start last take all that is left. */
const maxFiles = 16;
const maxTime = 20_000;

const isLast = process.env[lastVariable] === '1';
// Programs that tests start are no part of the run.
delete process.env[lastVariable];
let count = 0;
for (const { file, bundle } of takeFiles(process.env[queueVariable]!)) {
  await run(file, bundle);
  count += 1;
  if (!isLast && (count >= maxFiles || process.uptime() * 1000 > maxTime)) break;
}

/** Runs a test file as a suite of its name, to its end. */
function run(file: string, bundle: string): Promise<void> {
  return new Promise(ended => {
    describe(file, async () => {
      after(() => ended());
      await import(pathToFileURL(bundle).href).catch(error => {
        test('can be loaded', () => {
          throw error;
        });
      });
    });
  });
}
