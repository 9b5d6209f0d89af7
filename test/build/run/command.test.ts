/** `npm run build` as a process: what it says, and how it ends. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { catalogFile } from '../../support/catalog-file.ts';
import { exampleContent, exampleCopy, temporaryFolder } from '../../support/folder.ts';
import { baseUrl } from '../../support/shared.ts';

describe('npm run build', () => {
  const run = (environment: Record<string, string>) =>
    spawnSync(process.execPath, [catalogFile, 'build'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, READING: '0', ...environment },
    });

  test('says what it built', context => {
    const folder = temporaryFolder(context);
    const environment = {
      CONTENT_DIR: exampleContent,
      DIST_DIR: join(folder, 'dist'),
      DATA_DIR: join(folder, 'data'),
    };
    const { status, stdout, stderr } = run({ ...environment, BASE_URL: baseUrl });
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^Built \d+ pages from \d+ sources for http:\/\/catalog\.test in /);
  });

  test('ends with code 1 and the faults, annotated where GitHub runs it', context => {
    const folder = temporaryFolder(context);
    const CONTENT_DIR = exampleCopy(context);
    const page = join(CONTENT_DIR, 'patterns/gate.md');
    writeFileSync(page, readFileSync(page, 'utf8').replace('family: critique', 'family: critic'));
    const DIST_DIR = join(folder, 'dist');
    const environment = { CONTENT_DIR, DIST_DIR, DATA_DIR: join(folder, 'data') };
    const { status, stdout, stderr } = run({ ...environment, GITHUB_ACTIONS: 'true' });
    assert.equal(status, 1);
    assert.match(stderr, /patterns\/gate\.md:5:1: error: Unknown family `critic`\. .+ \[unknown-family\]/);
    assert.match(stderr, /1 error in 1 file\. Nothing was published\./);
    assert.match(stdout, /^::error file=.*patterns\/gate\.md,line=5,col=1,title=unknown-family::/);
    assert.ok(!existsSync(DIST_DIR));
  });

  test('says in one sentence that the disk is full, and leaves nothing of what it wrote', context => {
    const folder = temporaryFolder(context);
    const [DIST_DIR, DATA_DIR] = [join(folder, 'dist'), join(folder, 'data')];
    mkdirSync(DIST_DIR);
    // A disk of its own, which only this command sees.
    const mounted = `mount -t tmpfs -o size=1m tmpfs ${DIST_DIR}`;
    const script = `${mounted}; ${process.execPath} ${catalogFile} build; code=$?; find ${DIST_DIR} -type f; exit $code`;
    const { status, stdout, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', script], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, CONTENT_DIR: exampleContent, READING: '0', DIST_DIR, DATA_DIR },
    });
    assert.equal(status, 1, stderr);
    assert.match(stderr, /^The disk of DIST_DIR or DATA_DIR is full\. [^\n]*\n$/);
    const left = stdout.split('\n').filter(name => name && !/\/\.build-/.test(name));
    assert.deepEqual(left, []);
  });

  test('makes no tree of plain files without the page that answers at `/`', () => {
    const { status, stderr } = run({ PROFILE: 'static' });
    assert.equal(status, 1);
    assert.match(stderr, /^READING: expected 1 with PROFILE=static/);
  });

  test('stops at a wrong setting with one line that names it', context => {
    const DATA_DIR = temporaryFolder(context);
    const { status, stderr } = run({ DATA_DIR, BASE_URL: 'catalog.example.org' });
    assert.equal(status, 1);
    assert.match(stderr, /^BASE_URL: expected an http or https URL [^\n]*\n$/);
  });
});
