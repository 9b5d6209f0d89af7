/** Withdrawing a version. `npm run campaign -- withdrawals` does it in every state of the content, the tree and the log. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { writeDocument } from '#document/text/front-matter.ts';
import { write } from '../support/folder.ts';
import { large } from '../support/large.ts';
import { Clone, other, path, publishNew, words } from '../support/withdrawal.ts';
import { assertGreen, run } from './verify/setting.ts';

describe('npm run withdraw', async () => {
  test('changes nothing but the status and what shows it, and the next build goes on from there', async () => {
    const clone = await Clone.published();
    const page = (name: string) => readFileSync(join(clone.dist, name), 'utf8');
    const before = page('patterns/gate.md');
    clone.edit('patterns/gate.md', text =>
      text.replace('## What is known', 'A draft of a line.\n\n## What is known'),
    );
    assert.equal((await clone.withdraw(...words)).code, 0);
    assert.equal(page('patterns/gate.md'), before);
    assert.match(page('starters/index/former.md'), /solo-mender 1\.0\.0\].*revoked \(unsafe\)/);
    const built = await clone.build();
    assert.ok(built.ok && !built.isNewLog, JSON.stringify(built));
    assert.match(page('patterns/gate.md'), /A draft of a line/);
    assert.equal(clone.statusOf(path), 'revoked');
    assertGreen(await run(clone.dist));
  });

  large('says that it is so already, done twice', async () => {
    const clone = await Clone.published();
    await clone.withdraw(...words);
    const { code, stdout } = await clone.withdraw(...words);
    assert.equal(code, 0);
    assert.match(stdout, /is revoked since .*\n.*says so already, so there is nothing to publish/);
  });

  large('publishes what a merge recorded, with --recorded', async () => {
    const clone = await Clone.published();
    clone.record(path, [{ status: 'deprecated', since: '2026-11-22T00:00:00Z' }]);
    clone.record(other, [{ status: 'revoked', reason_code: 'rights', since: '2026-11-22T00:00:00Z' }]);
    clone.edit('patterns/gate.md', text => text.replace('slug: gate', 'slug: gates'));
    assert.match((await clone.withdraw('--recorded')).stdout, /with 2 changes of status/);
    assert.deepEqual([clone.statusOf(path), clone.statusOf(other)], ['deprecated', 'revoked']);
  });

  large('takes a version by its name, and names its successor', async () => {
    const clone = new Clone();
    const next = publishNew(clone, 'solo-mender', '1.1.0');
    assert.ok((await clone.build()).ok);
    const { code, stderr } = await clone.withdraw(
      'solo-mender@1.0.0',
      '--status',
      'superseded',
      '--by',
      'solo-mender@1.1.0',
    );
    assert.equal(code, 0, stderr);
    assert.equal(clone.statusOf(path), 'superseded');
    assert.match(
      readFileSync(join(clone.content, `trust/statuses${path}`), 'utf8'),
      new RegExp(`superseded_by: ${next}`),
    );
  });

  large('takes a formation by its name alone, unless two publishers have one of that name', async () => {
    const clone = await Clone.published();
    const words = ['mending-pair@1.0.0', '--status', 'revoked', '--reason', 'unsafe'];
    const { code, stderr } = await clone.withdraw(...words);
    assert.equal(code, 0, stderr);
    assert.equal(clone.statusOf(other), 'revoked');
    const { published_at, digest } = {
      published_at: '2026-11-22T00:00:00Z',
      digest: `sha256:${'0'.repeat(64)}`,
    };
    write(
      clone.content,
      'trust/publications/formations/shed/mending-pair/1.0.0.md',
      writeDocument({ digest, published_at }, ''),
    );
    assert.match(
      (await clone.withdraw(...words)).stderr,
      /Name the publisher of mending-pair@1\.0\.0: house\/mending-pair@1\.0\.0 or shed\/mending-pair@1\.0\.0\./,
    );
  });

  test('refuses what is no version, no reason and no legal change, and records nothing', async () => {
    const clone = await Clone.published();
    const refusals: [string[], RegExp][] = [
      [
        ['solo-mendr@1.0.0', '--status', 'revoked', '--reason', 'unsafe'],
        /Did you mean `solo-mender@1\.0\.0`/,
      ],
      [[path, '--status', 'revoked'], /A revocation says why/],
      [[path, '--status', 'revoked', '--reason', 'unsave'], /There is no reason unsave/],
      [[path, '--status', 'superseded'], /names its successor/],
      [[path, '--status', 'gone'], /Usage/],
      [[path], /Usage/],
      [[path, '--state', 'revoked'], /^Unknown option '--state'.*(?<!not published\.)\n$/],
    ];
    for (const [wrong, message] of refusals) {
      const { code, stderr } = await clone.withdraw(...wrong);
      assert.equal(code, wrong.includes('--state') ? 2 : 1, wrong.join(' '));
      assert.match(stderr, message);
    }
    assert.ok(!existsSync(join(clone.content, 'trust/statuses')));
  });

  test('records the change and says what to do where no tree is', async () => {
    const clone = new Clone();
    const { code, stderr } = await clone.withdraw(...words);
    assert.equal(code, 1);
    assert.match(stderr, /The change is recorded\. There is no tree .* `npm run build`/);
    assert.ok((await clone.build()).ok);
    assert.equal(clone.statusOf(path), 'revoked');
  });
});
