/** Renames: everything that may change follows, published versions keep the old name, and it resolves. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { build, checkContent } from '../../build/run/build.ts';
import { rename } from '../../scripts/edit/rename.ts';
import { testRing } from '../keys.ts';
import { exampleCopy, temporaryFolder, write } from '../support/folder.ts';
import { call } from '../support/program.ts';

const baseUrl = 'http://catalog.test';
const renamed = (content: string, ...words: string[]) => call(rename, words, { CONTENT_DIR: content });
const read = (content: string, name: string) => readFileSync(join(content, name), 'utf8');

describe('npm run rename', () => {
  test('gives a pattern another name everywhere but in published versions, whose name leads on', async t => {
    const content = exampleCopy(t);
    const version = read(content, 'starters/solo-mender/1.0.0.md');
    assert.match(version, /^patterns: \[tool-loop\]$/m);
    const { code, stdout, stderr } = await renamed(content, 'tool-loop', 'step-loop');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Renamed `tool-loop` to `step-loop` in \d+ files/);
    assert.ok(!existsSync(join(content, 'patterns/tool-loop.md')));
    assert.match(
      read(content, 'patterns/step-loop.md'),
      /^slug: step-loop$[\s\S]*^aliases: \[agent-loop, tool-loop\]$/m,
    );
    assert.match(read(content, 'patterns/gate.md'), /\(\/patterns\/step-loop\.md#what-is-known\)/);
    assert.match(read(content, 'research/loops-2024.md'), /patterns: \[gate, step-loop\]/);
    assert.equal(read(content, 'starters/solo-mender/1.0.0.md'), version);
    assert.deepEqual((await checkContent({ contentDir: content, baseUrl })).messages, []);
    const distDir = temporaryFolder(t);
    const options = { contentDir: content, distDir, baseUrl, keys: testRing(), logDir: temporaryFolder(t) };
    assert.ok((await build(options)).ok);
    const { redirects } = JSON.parse(readFileSync(join(distDir, 'manifest.json'), 'utf8'));
    assert.ok(
      redirects.some(
        ({ path, to }: { path: string; to: string }) =>
          `${path} ${to}` === '/patterns/tool-loop.md /patterns/step-loop.md',
      ),
    );
  });

  test('back again takes the name from the aliases', async t => {
    const content = exampleCopy(t);
    await renamed(content, 'tool-loop', 'step-loop');
    assert.equal((await renamed(content, 'step-loop', 'tool-loop')).code, 0);
    assert.match(read(content, 'patterns/tool-loop.md'), /^aliases: \[agent-loop, step-loop\]$/m);
    assert.deepEqual((await checkContent({ contentDir: content, baseUrl })).messages, []);
  });

  test('refuses a name that is taken, unknown or no slug, and changes nothing', async t => {
    const content = exampleCopy(t);
    for (const [old, next, why] of [
      ['tool-loop', 'gate', /taken/],
      ['tool-lop', 'x', /no pattern or research record `tool-lop`\. Did you mean `tool-loop`/],
      ['agent-loop', 'x', /alias of `tool-loop`/],
      ['tool-loop', 'Step Loop', /lowercase words/],
    ] as const) {
      const { code, stderr } = await renamed(content, old, next);
      assert.equal(code, 1);
      assert.match(stderr, why);
    }
    assert.deepEqual((await checkContent({ contentDir: content, baseUrl })).messages, []);
  });

  test('keeps the name of a record that a published version cites, and renames any other', async t => {
    const content = exampleCopy(t);
    const { code, stderr } = await renamed(content, 'loops-2024', 'loops-at-work-2024');
    assert.equal(code, 1, stderr);
    assert.match(stderr, /keeps its name: \d published versions? cite it/);
    const other = read(content, 'research/loops-2024.md');
    const fresh = other
      .replaceAll('loops-2024', 'fresh-2024')
      .replace(/^findings:[\s\S]*?^---$/m, 'findings: []\n---');
    write(
      content,
      'research/fresh-2024.md',
      fresh
        .replaceAll('Loops at Work', 'Fresh')
        .replaceAll('2401.00001', '2401.00002')
        .replace('Try the loop first.', 'It is fresh.')
        .replace(/^description: .*/m, 'description: Something new that nobody cited so far.'),
    );
    assert.equal((await renamed(content, 'fresh-2024', 'newer-2024')).code, 0);
    assert.match(read(content, 'research/newer-2024.md'), /^slug: newer-2024$/m);
  });

  test('one missing name is one message, with all its places and the way out', async t => {
    const content = exampleCopy(t);
    const text = read(content, 'patterns/tool-loop.md');
    write(content, 'patterns/step-loop.md', text.replace('slug: tool-loop', 'slug: step-loop'));
    write(content, 'patterns/tool-loop.md', text.replace('slug: tool-loop', 'slug: step-loop'));
    const messages = (await checkContent({ contentDir: content, baseUrl })).messages.filter(({ message }) =>
      message.includes('tool-loop'),
    );
    assert.deepEqual([...new Set(messages.map(({ rule }) => rule))], ['file-name']);
  });
});
