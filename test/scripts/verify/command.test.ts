/** The command `npm run verify`: its output and exit codes. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { verifyCommand } from '../../../scripts/verify/program.ts';
import { testRing, testSigner } from '../../keys.ts';
import { large } from '../../support/large.ts';
import { call, run } from '../../support/program.ts';
import { exampleDist, readingDist } from '../../support/shared.ts';
import { signedTree } from '../../support/signed-tree.ts';
import { TamperedTree } from '../../support/tampered.ts';
import { filesIn } from './setting.ts';

describe('npm run verify', () => {
  const { dist } = signedTree();
  const command = (...words: string[]) => call(verifyCommand, words);

  it('exits 0 and says so when all is well', async () => {
    const { code, stdout, stderr } = await run('scripts/catalog.ts', ['verify', exampleDist()]);
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /^ok {3}files and digests$/m);
    assert.match(stdout, /verified \(\d+ pages, 2 artifacts, 2 log entries of http:\/\/catalog.test\)\n$/);
  });

  large('exits 3 when another release made the tree, and lists what this one makes otherwise', async () => {
    const tree = new TamperedTree(readingDist());
    tree.manifest.builder = { version: '9.9.9', digest: 'a'.repeat(64) };
    for (const { entry } of tree.pages.values()) if (entry.kind !== 'reading') entry.title = 'Otherwise';
    const { code, stdout } = await command(tree.write(testRing()));
    assert.equal(code, 3, stdout);
    assert.match(
      stdout,
      /^not {2}derived: the tree was made by release 9\.9\.9 \(sources a{16}\); this is /m,
    );
    assert.match(stdout, /\.md: The manifest says of it that `title` is "Otherwise", but the sources give /);
    assert.match(stdout, /… and \d+ more\n/);
    assert.match(stdout, /What to do: verify with the release that made the tree/);
    assert.match(stdout, /verified, but for \d+ differences that could not be derived \(/);
  });

  it('exits 1 and names the file when one byte was changed', async () => {
    const file = join(dist, 'status.md');
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.with(9, 0));
    const { code, stdout } = await run('scripts/catalog.ts', ['verify', dist]);
    writeFileSync(file, bytes);
    assert.equal(code, 1);
    assert.match(stdout, /status\.md: The manifest says/);
    assert.match(stdout, /NOT verified: \d+ faults?/);
  });

  it('takes a key and a checkpoint that the caller kept', async () => {
    const other = join(exampleDist(), 'log/checkpoint');
    // The pages of the small tree cannot be derived, but nothing else is wrong with it.
    const right = ['--key', testSigner(1).keyId, '--checkpoint', join(dist, 'log/checkpoint')];
    assert.equal((await command(dist, ...right)).code, 3);
    assert.equal((await command(dist, '--key', testSigner(2).keyId)).code, 1);
    assert.equal((await command(dist, '--checkpoint', other)).code, 1);
  });

  large('exits 0 with a key and a checkpoint that the caller kept', async () => {
    const tree = readingDist();
    const right = ['--key', testSigner(1).keyId, '--checkpoint', join(tree, 'log/checkpoint')];
    assert.equal((await command(tree, ...right)).code, 0);
  });

  it('exits 1 when there is nothing to verify, and 2 when it was called wrongly', async () => {
    assert.equal((await command('http://127.0.0.1:9')).code, 1);
    assert.equal((await command(join(dist, 'nowhere'))).code, 1);
    assert.equal((await command()).code, 2);
    assert.equal((await command(dist, '--colour')).code, 2);
    assert.equal((await command(dist, '--content', join(dist, 'nowhere'))).code, 2);
  });

  it('imports the public formats, the build to make pages again, for decisions the pure statistics, for exports the list of settings, and nothing else', () => {
    const rooms = filesIn('build/document');
    const formats = rooms.filter(file => !file.startsWith('build/document/proof/disk'));
    const checks = ['verify', 'support/signed'].flatMap(room => filesIn(`scripts/${room}`));
    const sources = [...checks, ...formats];
    const imported = sources.flatMap(file => {
      const text = readFileSync(file, 'utf8');
      return [...text.matchAll(/from '([^']+)'/g)].map(found => `${file}: ${found[1]}`);
    });
    const foreign = imported.filter(line =>
      /(?:^|\/)server\/|#document\/proof\/disk\/|\.\.\/build|\.\.\/server/.test(line.split(': ')[1]!),
    );
    // The pure rooms by which decisions are made.
    const isDecision = (line: string) => /^scripts\/verify\/decision\/.*: .*\/server\/evidence\//.test(line);
    const isBuild = (line: string) => /^scripts\/verify\/derive\/.*: .*\/build\//.test(line);
    const isList = (line: string) =>
      /^scripts\/verify\/check\/setting\.ts: .*\/build\/page\/export\/(?:permitted\/|page-files)/.test(line);
    // What a service adds to its status page while it runs.
    const isLive = (line: string) =>
      /live-status\.ts: .*\/server\/ticket\/rule\/report-table\.ts$/.test(line);
    assert.deepEqual(
      foreign.filter(line => !isDecision(line) && !isBuild(line) && !isList(line) && !isLive(line)),
      [],
    );
  });
});
