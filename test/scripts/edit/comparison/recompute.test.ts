/** A comparison computed again: by an editor from content, and by a stranger from a catalog, with and without its source. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { build } from '../../../../build/run/build.ts';
import { recomputeContent } from '../../../../scripts/edit/comparison/write.ts';
import { testRing } from '../../../keys.ts';
import { exampleCopy, temporaryFolder } from '../../../support/folder.ts';
import { call } from '../../../support/program.ts';
import { teamCommand } from '../../../support/team-command.ts';

const fixture = join(import.meta.dirname, '../../../fixture/comparison');

/** Content with the demonstration, and its source as a folder of files. */
function setUp(): { content: string; source: string } {
  const content = exampleCopy();
  const source = temporaryFolder();
  mkdirSync(join(content, 'comparisons'));
  for (const name of ['demo.md', 'demo.csv']) cpSync(join(fixture, name), join(content, 'comparisons', name));
  cpSync(join(fixture, 'results.jsonl'), join(source, 'results.jsonl'));
  return { content, source };
}

const recompute = (content: string, ...words: string[]) =>
  call(recomputeContent, ['demo', '--content', content, ...words]);

const edit = (folder: string, name: string, change: (text: string) => string) =>
  writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'utf8')));

describe('from content', async () => {
  test('everything agrees with its source byte for byte, and is written the same again', async () => {
    const { content, source } = setUp();
    const outcome = await recompute(content, '--source', source);
    assert.deepEqual([outcome.code, outcome.stdout], [0, 'demo: everything agrees.\n']);
    assert.equal((await recompute(content, '--source', source, '--write')).code, 0);
    for (const name of ['demo.md', 'demo.csv'])
      assert.deepEqual(readFileSync(join(content, 'comparisons', name)), readFileSync(join(fixture, name)));
  });

  test('a verdict that was changed is found, in the digest, the numbers and the line', async () => {
    const { content, source } = setUp();
    edit(join(content, 'comparisons'), 'demo.csv', text =>
      text.replace('c2,single,1,fail', 'c2,single,1,pass'),
    );
    const { code, stdout } = await recompute(content, '--source', source);
    assert.equal(code, 1);
    assert.match(stdout, /another digest|has the digest/);
    assert.match(stdout, /`?answers\[0\]\.passes`? is 1; computed 2/);
    assert.match(
      stdout,
      /Line 4 of the table is `c2,single,1,pass`, but the source gives `c2,single,1,fail`/,
    );
  });

  test('rows in another order are found', async () => {
    const { content, source } = setUp();
    edit(join(content, 'comparisons'), 'demo.csv', text => {
      const [head, first, second, ...rest] = text.split('\n');
      return [head, second, first, ...rest].join('\n');
    });
    const { stdout } = await recompute(content, '--source', source);
    assert.match(stdout, /table:3:1: The row belongs before the row above it/);
    assert.match(stdout, /in another order/);
  });

  test('a file that is missing, or another one, is named', async () => {
    const { content, source } = setUp();
    edit(source, 'results.jsonl', text => text.replace('false', 'true '));
    assert.match((await recompute(content, '--source', source)).stderr, /results\.jsonl has the SHA-256/);
    edit(source, 'results.jsonl', text => `${text}\n`);
    assert.match(
      (await recompute(content, '--source', source)).stderr,
      /results\.jsonl has \d+ bytes, but the document states/,
    );
    rmSync(join(source, 'results.jsonl'));
    assert.match((await recompute(content, '--source', source)).stderr, /results\.jsonl is missing in/);
    assert.match((await recompute(content, '--source', join(source, 'no'))).stderr, /There is no folder/);
  });

  test('a checkout of another commit is named, with the one that is wanted', async () => {
    const { content, source } = setUp();
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...words], {
        cwd: source,
        encoding: 'utf8',
      });
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'results');
    const head = git('rev-parse', 'HEAD').trim();
    const { stderr } = await recompute(content, '--source', source);
    assert.match(
      stderr,
      new RegExp(`is at the commit ${head}, but the document was made from 0123456789abcdef`),
    );
    edit(join(content, 'comparisons'), 'demo.md', text =>
      text.replace(/commit: [0-9a-f]{40}/, `commit: ${head}`),
    );
    assert.equal((await recompute(content, '--source', source)).code, 0);
    // The git directory alone serves as well: files come from its objects.
    assert.equal((await recompute(content, '--source', join(source, '.git'))).code, 0);
  });

  test('wrong use says how to use it', async () => {
    const { code, stderr } = await call(recomputeContent, ['demo', '--write']);
    assert.equal(code, 2);
    assert.match(stderr, /^Usage: /);
  });
});

describe('from a catalog', async () => {
  const { content, source } = setUp();
  const distDir = temporaryFolder();
  const options = {
    ...{ contentDir: content, distDir, baseUrl: 'http://catalog.test', keys: testRing() },
    logDir: temporaryFolder(),
  };
  assert.ok((await build({ ...options, reading: true })).ok);
  const ask = (...words: string[]) =>
    teamCommand(['recompute', ...words, '--from', distDir, '--dir', temporaryFolder()]);

  test('the numbers follow from the published table, and that from its source', async () => {
    const outcome = await ask('demo');
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.match(outcome.stderr, /1 result follows from its table\./);
    assert.equal((await ask('demo', '--source', source)).code, 0);
    assert.deepEqual(JSON.parse((await ask('demo', '--json')).stdout), {
      ...{ comparison: 'demo', agrees: true, checked: 'table', faults: [] },
    });
  });

  test('a name that is none, and one that the catalog does not have, are wrong use', async () => {
    assert.equal((await ask('../demo')).code, 2);
    assert.equal((await ask('nothing')).code, 2);
  });

  test('what its page and table are served as', () => {
    assert.match(
      readFileSync(join(distDir, 'comparisons/demo.md'), 'utf8'),
      /so chance alone may explain the difference\./,
    );
    assert.match(readFileSync(join(distDir, 'comparisons/demo.html'), 'utf8'), /Every pair/);
    assert.equal(
      readFileSync(join(distDir, 'comparisons/demo.csv'), 'utf8'),
      readFileSync(join(fixture, 'demo.csv'), 'utf8'),
    );
  });
});
