/** A log that was lost: a build says so and begins no other one unasked. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sqliteDriver } from '../../../build/publish/sqlite.ts';
import { buildCommand } from '../../../build/run/command.ts';
import { exampleContent, exampleCopy, temporaryFolder } from '../../support/folder.ts';
import { large } from '../../support/large.ts';
import { call } from '../../support/program.ts';

/** A deployment in folders of its own. */
function deployment(contentDir = exampleContent) {
  const folder = temporaryFolder();
  const [data, dist] = ['data', 'dist'].map(name => join(folder, name)) as [string, string];
  const BASE_URL = 'https://catalog.example.org';
  const environment = { BASE_URL, CONTENT_DIR: contentDir, DATA_DIR: data, DIST_DIR: dist, READING: '0' };
  const build = (words: string[] = [], more: Record<string, string> = {}) =>
    call(buildCommand, words, { ...environment, ...more });
  /** Removes the log, the cache and `dist`, as when a disk is lost while the keys are kept elsewhere. */
  const loseLog = () => {
    for (const path of [join(data, 'log'), dist]) rmSync(path, { recursive: true, force: true });
  };
  return { data, dist, build, loseLog };
}

const begins = /A transparency log begins with this build/;

describe('a build without a log', () => {
  it('begins one in an empty folder, says so, and says nothing the next time', async () => {
    const { build } = deployment();
    assert.match((await build()).stdout, begins);
    const { code, stdout } = await build();
    assert.equal(code, 0);
    assert.doesNotMatch(stdout, begins);
  });

  it('says nothing of a log that only this machine reads', async () => {
    const { stdout, stderr } = await deployment().build([], { BASE_URL: 'http://localhost:8080' });
    assert.match(stdout, /^Built \d+ pages [^\n]*\n$/);
    assert.equal(stderr, '');
  });

  it('is refused where the keys have signed before, unless it is told to begin another log', async () => {
    const { build, loseLog, data } = deployment();
    await build();
    loseLog();
    const { code, stderr } = await build();
    assert.equal(code, 1);
    assert.match(stderr, /keys\.pem have signed before, and their log is neither in .*log nor in .*dist\./);
    assert.match(stderr, /npm run build -- --new-log.*NEW_LOG=1 npm start.*Nothing was published/);
    assert.equal((await build(['--new-log'])).code, 0);
    loseLog();
    assert.match((await build([], { NEW_LOG: '1' })).stdout, begins);
    rmSync(join(data, 'log'), { recursive: true });
    // The tree still has it, and its folder gets it back.
    assert.doesNotMatch((await build()).stdout, begins);
    rmSync(join(data, '../dist'), { recursive: true });
    assert.equal((await build()).code, 0);
  });

  large('begins one with keys of a build that ended with mistakes', async () => {
    const content = exampleCopy();
    const { build } = deployment(content);
    const mistake = join(content, 'patterns/none.md');
    writeFileSync(mistake, 'No front matter.\n');
    assert.equal((await build()).code, 1);
    rmSync(mistake);
    const { code, stdout } = await build();
    assert.equal(code, 0);
    assert.match(stdout, begins);
  });

  large('is refused where the database holds documents that were signed', async () => {
    const { build, data, loseLog } = deployment();
    await build();
    loseLog();
    rmSync(join(data, 'signing-keys'), { recursive: true });
    const Driver = sqliteDriver()!;
    const database = new Driver(join(data, 'catalog.sqlite'));
    database.exec('CREATE TABLE tenant_artifact (digest TEXT)');
    assert.equal((await build()).code, 0);
    loseLog();
    rmSync(join(data, 'signing-keys'), { recursive: true });
    database.exec("INSERT INTO tenant_artifact VALUES ('a')");
    database.close();
    const { code, stderr } = await build();
    assert.equal(code, 1);
    assert.match(stderr, /catalog\.sqlite holds documents that were signed, and their log is neither/);
  });
});

describe('a build that is told the live address', () => {
  /** A live service with a checkpoint, or an answer of another status. */
  const live = async (
    answer: () => [status: number, body: string | Buffer],
    work: (url: string) => Promise<void>,
  ) => {
    const server = createServer((_, response) => {
      const [status, body] = answer();
      response.writeHead(status, status === 302 ? { location: '/else' } : {}).end(body);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    try {
      await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  };

  it('continues the log that is served there, and refuses any other', async () => {
    const { readFileSync } = await import('node:fs');
    const [one, other] = [deployment(), deployment()];
    await one.build();
    await other.build();
    const checkpoint = (of: typeof one) => readFileSync(join(of.data, 'log/checkpoint'));
    await live(
      () => [200, checkpoint(one)],
      async url => {
        assert.equal((await one.build(['--live', url])).code, 0);
        assert.equal((await one.build([], { LIVE_URL: url })).code, 0);
        const { code, stderr } = await other.build(['--live', url]);
        assert.equal(code, 1);
        assert.match(stderr, /No key of this builder signed the live checkpoint/);
      },
    );
  });

  it('refuses when nobody can tell what is served, and begins where nothing is', async () => {
    const { build } = deployment();
    let status = 500;
    let body: string | Buffer = 'away';
    await live(
      () => [status, body],
      async url => {
        const refused = async () => (await build(['--live', url])).stderr;
        assert.match(await refused(), /log\/checkpoint cannot be read \(status 500\)/);
        [status, body] = [302, ''];
        assert.match(await refused(), /cannot be read \(.*redirect/);
        [status, body] = [200, Buffer.alloc(100_000)];
        assert.match(await refused(), /longer than 16384 bytes/);
        [status, body] = [200, 'no checkpoint'];
        assert.match(await refused(), /No key of this builder signed the live checkpoint/);
        [status, body] = [404, ''];
        const { code, stdout } = await build(['--live', url]);
        assert.equal(code, 0);
        assert.match(stdout, begins);
      },
    );
    assert.match((await build(['--live', 'catalog'])).stderr, /LIVE_URL: expected an http or https URL/);
  });
});
