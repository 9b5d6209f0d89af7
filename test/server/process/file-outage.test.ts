/** A SQLite file that cannot be used, under servers started as operators start them: pages never notice. */
import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openFile } from '../../../server/store/database/sqlite-driver.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { large } from '../../support/large.ts';
import { type Launched, launch } from '../../support/launched.ts';
import { account, holdsWithoutDatabase, page, prepareTenant, untilBack } from '../../support/outage.ts';
import { receiptText } from '../../support/receipt.ts';
import { send } from '../../support/server.ts';
import { formationText, get, post } from '../../support/tenant.ts';
import { postReceipt, visit } from '../../support/ticket.ts';

/** Redeems tickets until it is told to stop; gives those whose receipts were accepted. */
function startLoad(server: Launched): { stop(): Promise<string[]> } {
  const accepted: string[] = [];
  let isOver = false;
  const load = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const { status, headers } = await visit({ server });
      assert.equal(status, 200);
      if (typeof headers['use-ticket'] !== 'string') continue;
      const answer = await postReceipt({ server }, receiptText({ ticket: headers['use-ticket'] }));
      assert.ok([200, 503].includes(answer.status), answer.body.toString());
      if (answer.status === 503) assert.ok(answer.headers['retry-after']);
      if (answer.status === 200) accepted.push(headers['use-ticket']);
    }
  });
  const all = Promise.all(load);
  all.catch(() => {});
  return {
    stop: async () => {
      isOver = true;
      await all;
      return accepted;
    },
  };
}

/** Every receipt that was accepted is still known. */
async function holdsAll(server: Launched, accepted: readonly string[]): Promise<void> {
  assert.ok(accepted.length > 0);
  for (const ticket of accepted) {
    const again = await postReceipt({ server }, receiptText({ ticket }));
    assert.deepEqual([again.status, again.headers['idempotent-replayed']], [200, 'true']);
  }
}

/** The lines on standard error, of which each begins with the path of a file and ends with what is served meanwhile. */
const linesOf = (server: Launched, file: string): string[] =>
  [...server.errors().matchAll(/^(.*)\n/gm)].map(([, line]) => {
    assert.ok(
      line!.startsWith(file) && line!.endsWith(' Until then pages are served without tickets.'),
      line,
    );
    return line!.slice(file.length, line!.indexOf('. ', file.length));
  });

async function place() {
  const dataDir = temporaryFolder();
  return { dataDir, file: join(dataDir, 'catalog.sqlite'), known: await prepareTenant({ dataDir }) };
}

// The campaign `slow` meets the same faults with two processes.
describe('with 1 process', () => {
  const environment = { RECEIPTS_PER_MINUTE: '1000000' };

  test('a file that is moved, replaced or damaged is named in a line, and used again when it is back', async context => {
    const { dataDir, file, known } = await place();
    const aside = (suffix = '') => join(dataDir, `aside${suffix}`);
    copyFileSync(file, aside('-backup'));
    const server = await launch(context, { DATA_DIR: dataDir, ...environment });
    await server.until(/"serving http/);
    const away = async (times: number) => {
      await server.until(/"the database is away/, times);
      await holdsWithoutDatabase(server, known);
    };
    const back = async (times: number) => {
      await server.until(/"the database answers again/, times);
      await untilBack(server, known.credential);
    };
    await untilBack(server, known.credential);
    const load = startLoad(server);
    await wait(300);
    renameSync(file, aside());
    await away(1);
    renameSync(aside(), file);
    await back(1);
    await holdsAll(server, await load.stop());

    // A backup in its place, while the newest changes of the former file are still there.
    renameSync(file, aside());
    copyFileSync(aside('-backup'), aside('-copy'));
    renameSync(aside('-copy'), file);
    await away(2);
    await server.until(/-wal belongs to the former file/);
    for (const suffix of ['-wal', '-shm']) renameSync(file + suffix, aside(suffix));
    await back(2);

    // Something else is written over it, and shows when it is read.
    writeFileSync(file, readFileSync(file).fill(1, 50));
    await away(3);
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    copyFileSync(aside('-backup'), aside('-copy'));
    renameSync(aside('-copy'), file);
    await back(3);
    assert.deepEqual(
      [...new Set(linesOf(server, file))],
      [
        ' was deleted or moved',
        ` was replaced, but ${file}-wal belongs to the former file`,
        ' is damaged (SQLITE_CORRUPT)',
      ],
    );
    assert.doesNotMatch(server.output(), /worker died|unhandled promise|uncaught exception|\\n {4}at /);
  });

  large(
    'a file that cannot be used at the start is waited for, and never taken for a new one',
    async context => {
      const { dataDir, file, known } = await place();
      const good = join(dataDir, 'good');
      renameSync(file, good);
      const faults: [string, () => void, () => void][] = [
        [' is empty, which no database is', () => writeFileSync(file, ''), () => rmSync(file)],
        [' cannot be opened and written (SQLITE_CANTOPEN)', () => mkdirSync(file), () => rmdirSync(file)],
        [' is damaged (SQLITE_NOTADB)', () => writeFileSync(file, 'x'.repeat(9000)), () => rmSync(file)],
        [' was deleted or moved', () => writeFileSync(`${file}-wal`, 'x'), () => rmSync(`${file}-wal`)],
      ];
      const [first] = faults;
      first![1]();
      const server = await launch(context, { DATA_DIR: dataDir, ...environment });
      await server.until(/"serving http/);
      for (const [line, make, undo] of faults) {
        if (line !== first![0]) make();
        await server.until(new RegExp(line.replace(/[()]/g, '.')));
        await holdsWithoutDatabase(server, known);
        undo();
      }
      copyFileSync(good, `${good}-copy`);
      renameSync(`${good}-copy`, file);
      await untilBack(server, known.credential);
      assert.doesNotMatch(server.output(), /worker died|unhandled promise|uncaught exception|\\n {4}at /);
    },
  );

  large('without a driver pages are served, and a line says what to install', async context => {
    const { dataDir, file, known } = await place();
    const server = await launch(context, {
      ...{ DATA_DIR: dataDir, ...environment, BROKEN_DRIVER: 'missing' },
      NODE_OPTIONS: '--require ./test/support/broken-driver.cjs',
    });
    await server.until(/"serving http/);
    await holdsWithoutDatabase(server, known);
    assert.equal(
      server.errors(),
      `No driver of SQLite is installed for Node.js ${process.versions.node}. Use Node.js 22.16 or later, which has one, ` +
        'or run `npm ci` where there is a compiler. Until then pages are served without tickets.\n',
    );
    assert.ok(existsSync(file));
  });

  large('a disk that is full takes no change, loses none, and needs only room', async context => {
    const { dataDir, file, known } = await place();
    // The file of the newest changes can grow to 128 or 256 KiB, whatever the shell counts in.
    const server = await launch(context, { DATA_DIR: dataDir, ...environment }, 'ulimit -f 256');
    await server.until(/"serving http/);
    const load = startLoad(server);
    await server.until(/"the database is away/);
    const ask = () =>
      Promise.all([
        send(server, '/status.md'),
        visit({ server }, page, { authorization: known.invited }),
        get(server, account, known.credential),
        send(server, '/readyz?strict'),
      ]);
    // A disk with hardly any room takes a change now and then, and the outage ends for a moment.
    let answers = await ask();
    const statuses = () => answers.map(({ status }) => status).join(' ');
    const isAway = /The database does not answer at the moment\./;
    for (
      let left = 50;
      left > 0 && !(statuses() === '200 200 503 503' && isAway.test(answers[0].body.toString()));
      left -= 1
    ) {
      await wait(50);
      answers = await ask();
    }
    assert.equal(statuses(), '200 200 503 503');
    assert.match(answers[0].body.toString(), isAway);
    assert.equal(answers[1].headers['use-ticket'], undefined);
    const { status, headers } = await post(
      server,
      '/v1/tenants/acme/formations',
      formationText('f'),
      known.credential,
      'full',
    );
    assert.deepEqual([status, headers['retry-after']], [503, '1']);
    await wait(300);
    const accepted = await load.stop();
    const other = openFile(file, { timeout: 5000 });
    const makeRoom = () => other.pragma('wal_checkpoint(TRUNCATE)', { simple: true });
    while (makeRoom() !== 0) await wait(50);
    other.close();
    while ((await send(server, '/readyz?strict')).status !== 200) await wait(50);
    await untilBack(server, known.credential);
    await holdsAll(server, accepted);
    assert.match(server.errors(), /^\S+ cannot be written [^\n]+ Until then[^\n]+\n$/);
  });
});
