/** The command `npm run verify`: its output and exit codes. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { verifyCommand } from '../../../scripts/verify/program.ts';
import { testSigner } from '../../keys.ts';
import { call, run } from '../../support/program.ts';
import { signedTree } from '../../support/signed-tree.ts';
import { filesIn } from './setting.ts';

describe('npm run verify', () => {
  const { dist } = signedTree();
  const command = (...words: string[]) => call(verifyCommand, words);

  it('exits 0 and says so when all is well', async () => {
    const { code, stdout, stderr } = await run('scripts/verify.ts', [dist]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^ok {3}files and digests$/m);
    assert.match(stdout, /verified \(\d+ pages, 3 artifacts, 3 log entries of http:\/\/catalog.test\)\n$/);
  });

  it('exits 1 and names the file when one byte was changed', async () => {
    const file = join(dist, 'status.md');
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.with(9, 0));
    const { code, stdout } = await run('scripts/verify.ts', [dist]);
    writeFileSync(file, bytes);
    assert.equal(code, 1);
    assert.match(stdout, /status\.md: The manifest says/);
    assert.match(stdout, /NOT verified: \d+ faults?/);
  });

  it('takes a key and a checkpoint that the caller kept', async () => {
    const checkpoint = join(dist, 'log/checkpoint');
    assert.equal((await command(dist, '--key', testSigner(1).keyId, '--checkpoint', checkpoint)).code, 0);
    assert.equal((await command(dist, '--key', testSigner(2).keyId)).code, 1);
  });

  it('exits 1 when there is nothing to verify, and 2 when it was called wrongly', async () => {
    assert.equal((await command('http://127.0.0.1:9')).code, 1);
    assert.equal((await command(join(dist, 'nowhere'))).code, 1);
    assert.equal((await command()).code, 2);
    assert.equal((await command(dist, '--colour')).code, 2);
  });

  it('imports the public formats, for decisions the pure statistics, for exports the list of settings, and nothing else of the server or the build', () => {
    const sources = ['scripts/verify.ts', ...filesIn('scripts/verify'), ...filesIn('build/document')];
    const imported = sources.flatMap(file => {
      const text = readFileSync(file, 'utf8');
      return [...text.matchAll(/from '([^']+)'/g)].map(found => `${file}: ${found[1]}`);
    });
    const foreign = imported.filter(line =>
      /(?:^|\/)(?:server|build)\/(?!document)|\.\.\/build|\.\.\/server/.test(line.split(': ')[1]!),
    );
    const isStatistics = (line: string) =>
      /^scripts\/verify\/decision\/.*: .*\/server\/(?:evaluation|evidence|recommend)\//.test(line);
    const isList = (line: string) =>
      /^scripts\/verify\/check\/setting\.ts: .*\/build\/export\/(?:permitted\/|page-files)/.test(line);
    assert.deepEqual(
      foreign.filter(line => !isStatistics(line) && !isList(line)),
      [],
    );
  });
});
