/** Secrets in the files of a running server's data: those of a former ticket key are gone, those of credentials never came. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { DatabasePlace } from '../../server/store/database/database.ts';
import { openFile } from '../../server/store/database/sqlite-driver.ts';
import { temporaryFolder } from '../support/folder.ts';
import { operate, run } from '../support/operator.ts';
import { freshDatabase } from '../support/postgres.ts';
import { startProcess } from '../support/process.ts';
import { receiptText } from '../support/receipt.ts';
import { openTestStore } from '../support/store.ts';
import { postReceipt, type Served, ticketFrom } from '../support/ticket.ts';

/** Every way in which bytes may be written down. */
function writings(secret: Buffer): Buffer[] {
  const texts = ['base64', 'base64url', 'hex'] as const;
  const hex = secret.toString('hex').toUpperCase();
  return [secret, ...texts.map(coding => Buffer.from(secret.toString(coding))), Buffer.from(hex)];
}

/** The files below a folder that hold one of the secrets, written in any way. */
function filesWith(folder: string, secrets: readonly Buffer[]): string[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));
  return names.filter(name => {
    const bytes = readFileSync(name);
    return secrets.flatMap(writings).some(writing => bytes.includes(writing));
  });
}

const database = ({ dataDir }: DatabasePlace) => join(dataDir, 'catalog.sqlite');

/** The secrets of the key in force, read beside the server. */
function secretsIn(place: DatabasePlace): Buffer[] {
  const handle = openFile(database(place), { readonly: true });
  const key = handle
    .prepare('SELECT ticket_secret, network_secret FROM ticket_key WHERE rotated_at IS NULL')
    .get() as Record<string, string>;
  handle.close();
  return Object.values(key).map(text => Buffer.from(text, 'base64'));
}

/** A server process with a ticket issued and one redeemed, as anywhere; all tests use it. */
const place: DatabasePlace = { dataDir: join(temporaryFolder(), 'data') };
let server: Served;
let endServer: () => Promise<void>;
before(async () => {
  const context = {
    after: (end: () => Promise<void>) => {
      endServer = end;
    },
  };
  server = { server: await startProcess(context as never, place) };
  const ticket = await ticketFrom(server);
  assert.equal((await postReceipt(server, receiptText({ ticket }))).status, 200);
  await ticketFrom(server);
});
after(() => endServer());

test('after a rotation no file holds the secrets of the former keys, while a server has the database open', async context => {
  const former: Buffer[] = [];
  for (let round = 0; round < 2; round += 1) {
    const secrets = secretsIn(place);
    assert.notDeepEqual(filesWith(place.dataDir, secrets), [], 'a secret in force is found');
    former.push(...secrets);
    const rotated = await operate(place, 'tickets', 'rotate-key');
    assert.equal(rotated.old_secrets_erased_from, 'files');
    assert.deepEqual(filesWith(place.dataDir, former), []);
    assert.equal((await postReceipt(server, receiptText({ ticket: await freshTicket(server) }))).status, 200);
  }
  const backup = temporaryFolder(context);
  await operate(place, 'backup', '--database', join(backup, 'catalog.sqlite'));
  assert.deepEqual(filesWith(backup, former), []);
  assert.notDeepEqual(filesWith(backup, secretsIn(place)), []);
});

/** A ticket of the key in force, as soon as the server knows of it. */
async function freshTicket(server: Served): Promise<string> {
  for (;;) {
    const ticket = await ticketFrom(server, '/patterns/gate.md', { 'User-Agent': 'curl/8.5.0' }).catch(
      () => undefined,
    );
    if (ticket) return ticket;
    await wait(20);
  }
}

test('secrets that an older version left behind are erased too', async context => {
  const older = { dataDir: join(temporaryFolder(context), 'data') };
  await openTestStore(context, older);
  const secrets = secretsIn(older);
  const handle = openFile(database(older));
  handle.exec(`UPDATE ticket_key SET rotated_at = 1, ticket_secret = NULL, network_secret = NULL;
    INSERT INTO ticket_key VALUES ('next', 'AA==', 'AA==', 1, NULL)`);
  handle.pragma('wal_checkpoint(TRUNCATE)');
  handle.close();
  assert.deepEqual(filesWith(older.dataDir, secrets), [database(older)]);
  assert.equal((await operate(older, 'tickets', 'erase-secrets')).old_secrets_erased_from, 'files');
  assert.deepEqual(filesWith(older.dataDir, secrets), []);
});

/**
 * Holds a database as it is, in another process: anyone who closes a file that SQLite has locked gives up the locks of its
 * whole process. Resolves once it does, to what ends it.
 */
async function startReading(context: TestContext, file: string): Promise<() => Promise<void>> {
  const program = `
    import { openFile } from './server/store/database/sqlite-driver.ts';
    const reader = openFile(process.argv[1]);
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM ticket').get();
    console.log('reading');
    setInterval(() => reader.inTransaction, 1000);`;
  const words = ['--import', 'tsx', '--input-type=module', '-e', program, file];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const end = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  context.after(end);
  await once(child.stdout, 'data');
  return end;
}

test('a reader that holds an earlier state is named, and once it has ended the secrets go', async context => {
  const secrets = secretsIn(place);
  const endReading = await startReading(context, database(place));
  // Both wait for the reader, so one need not wait for the other.
  const rotating = operate(place, 'tickets', 'rotate-key');
  while (secretsIn(place)[0]!.equals(secrets[0]!)) await wait(20);
  const again = await run(place, 'tickets', 'erase-secrets');
  assert.equal((await rotating).old_secrets_erased_from, 'nothing');
  assert.notDeepEqual(filesWith(place.dataDir, secrets), []);
  assert.deepEqual([again.code, again.stdout], [1, '']);
  assert.match(again.stderr, /^error: The secrets of former keys are still in the database: another session/);
  await freshTicket(server);
  await endReading();
  await operate(place, 'tickets', 'erase-secrets');
  assert.deepEqual(filesWith(place.dataDir, secrets), []);
});

test('the secret of a credential is in no file, before and after it is revoked', async () => {
  await operate(place, 'tenant', 'create', 'acme');
  const issued = await operate(place, 'credential', 'issue', '--tenant', 'acme', '--invited');
  const secret = /^atc_[a-z0-9]+_(.+)$/.exec(String(issued.token))![1]!;
  const written = [Buffer.from(secret, 'base64url')];
  assert.equal(written[0]!.length, 32);
  assert.deepEqual(filesWith(place.dataDir, written), []);
  await operate(place, 'credential', 'revoke', String(issued.credential));
  assert.deepEqual(filesWith(place.dataDir, written), []);
});

test('on PostgreSQL the table is rewritten without them, unless someone keeps it locked', async context => {
  const other = { dataDir: temporaryFolder(context), databaseUrl: await freshDatabase() };
  const store = await openTestStore(context, other);
  const { ticketSecret, networkSecret } = (await store.keys.read()).inForce!;
  const client = new pg.Client({ connectionString: other.databaseUrl });
  await client.connect();
  const tableHolds = async (text: string): Promise<boolean> => {
    await client.query('CHECKPOINT');
    const { rows } = await client.query(
      `SELECT position(convert_to($1, 'UTF8') IN pg_read_binary_file(pg_relation_filepath('ticket_key'))) > 0 AS holds`,
      [text],
    );
    return rows[0].holds;
  };
  assert.equal(await tableHolds(ticketSecret), true, 'a secret in force is found');
  await client.query('BEGIN');
  await client.query('LOCK TABLE ticket_key IN ACCESS SHARE MODE');
  assert.equal((await operate(other, 'tickets', 'rotate-key')).old_secrets_erased_from, 'nothing');
  await client.query('COMMIT');
  assert.equal(await tableHolds(ticketSecret), true, 'replaced rows stay in the table');
  assert.equal((await operate(other, 'tickets', 'erase-secrets')).old_secrets_erased_from, 'table');
  for (const secret of [ticketSecret, networkSecret]) assert.equal(await tableHolds(secret), false);
  await client.end();
});
