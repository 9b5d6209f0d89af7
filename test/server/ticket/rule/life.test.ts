/** The life of a use ticket as a transcript, on both databases: `ticket-life.txt`. */
import { join } from 'node:path';
import { after, before, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pauseSetting } from '../../../../server/ticket/live-settings.ts';
import { onBothDatabases } from '../../../support/store.ts';
import { type TicketServer, ticketServer } from '../../../support/ticket.ts';
import { testTranscript } from '../../../support/transcript.ts';

const lengths: Record<string, number> = { minutes: 60, days: 86_400 };

onBothDatabases('the life of a ticket', database => {
  let service: TicketServer;
  const ending: (() => unknown)[] = [];
  before(async () => {
    const context = { after: (end: () => unknown) => ending.push(end) } as unknown as TestContext;
    service = await ticketServer(context, await database.place());
  });
  after(() => Promise.all(ending.map(end => end())));

  const pause = (value: string | undefined) => service.store.settings.write(new Map([[pauseSetting, value]]));
  const acts: Record<string, () => Promise<unknown>> = {
    'reporting is paused': () => pause('60'),
    'reporting is resumed': () => pause(undefined),
    'the ticket key is rotated': () =>
      service.store.keys.rotate({ id: 'next', ticketSecret: 'AAAA', networkSecret: 'AAAA' }, 0),
  };

  testTranscript(
    join(import.meta.dirname, 'life.txt'),
    () => service.server,
    async what => {
      const [, count, unit] = /^(\d+) (minutes|days) pass$/.exec(what) ?? [];
      if (unit) return service.pass(Number(count) * lengths[unit]!);
      await acts[what]!();
      // As long as a process may take to see what an operator changed.
      await wait(400);
    },
  );
});
