/** Runs every transcript in `http/` against the small catalog. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import type { RunningServer } from '../../server/process/server.ts';
import { describedFromNow } from '../support/described.ts';
import { serve } from '../support/server.ts';
import { testTranscript } from '../support/transcript.ts';

describedFromNow();
const folder = join(import.meta.dirname, 'http');

for (const file of readdirSync(folder).filter(name => name.endsWith('.txt'))) {
  describe(file, () => {
    let server: RunningServer;
    before(async () => {
      server = await serve();
    });
    after(() => server.stop());
    testTranscript(join(folder, file), () => server);
  });
}
