/** The short way: which edits take it, what they leave, and that no fault gets past it. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { manifestOf, readTree } from '../../../build/publish/tree.ts';
import { type BuildOptions, build } from '../../../build/run/build.ts';
import { testRing } from '../../keys.ts';
import { digestsOf } from '../../support/digests.ts';
import { exampleCopy, temporaryFolder } from '../../support/folder.ts';

const gate = 'patterns/gate.md';
const ownSentence = 'How weak a check may be.';

type Workplace = BuildOptions & { cacheDir: string };

/** A small catalog that was built once. */
function workplace(context: TestContext): Workplace {
  const dataDir = temporaryFolder(context);
  const options = {
    contentDir: exampleCopy(context),
    distDir: join(temporaryFolder(context), 'dist'),
    ...{ cacheDir: dataDir, logDir: join(dataDir, 'log') },
    keys: testRing(),
    baseUrl: 'http://catalog.test',
  };
  assert.ok(build(options).ok);
  return options;
}

function edit({ contentDir }: BuildOptions, name: string, from: string, to: string): void {
  const path = join(contentDir, name);
  const text = readFileSync(path, 'utf8');
  assert.ok(text.includes(from));
  writeFileSync(path, text.replace(from, to));
}

/** Builds, and tells whether the checks across sources ran. */
function buildAndWatch(options: BuildOptions) {
  const laps: string[] = [];
  const result = build({ ...options, profile: { lap: name => laps.push(name) } });
  return { result, whole: laps.includes('checks across sources') };
}

/** That the tree has the bytes of one that is built from nothing. */
function assertFresh(context: TestContext, options: BuildOptions): void {
  const { cacheDir: _, ...rest } = options;
  const fresh = { ...rest, distDir: join(temporaryFolder(context), 'fresh') };
  assert.ok(build(fresh).ok);
  assert.deepEqual(digestsOf(options.distDir), digestsOf(fresh.distDir));
}

describe('the short way', () => {
  test('is taken for a sentence of one page, again and again', context => {
    const options = workplace(context);
    for (const sentence of ['How strong a check must be.', 'Which check a reader of it can repeat alone.']) {
      edit(options, gate, ownSentence, `${ownSentence} ${sentence}`);
      const { result, whole } = buildAndWatch(options);
      assert.ok(result.ok && !whole);
      // Its page, and the sources.
      assert.deepEqual([result.compiled, result.rendered], [1, 2]);
      assert.equal(result.pages, manifestOf(readTree(options.distDir)!).pages.length);
      assertFresh(context, options);
    }
  });

  test('is taken when nothing changed', context => {
    const { result, whole } = buildAndWatch(workplace(context));
    assert.ok(result.ok && !whole);
    assert.equal(result.written, 0);
  });

  for (const [what, from, to] of [
    ['a description, which indexes show', 'description: For work', 'description: Always for work'],
    ['a heading, to which others may link', '## How to run it', '## How to run it\n\n### In short'],
  ] as const) {
    test(`is not taken for ${what}`, context => {
      const options = workplace(context);
      edit(options, gate, from, to);
      const { result, whole } = buildAndWatch(options);
      assert.ok(whole && (!result.ok || result.rendered > 0));
    });
  }

  test('is not taken with other keys, another log or another tree than the one that was noted', context => {
    const rotated = workplace(context);
    const ring = testRing();
    assert.ok(
      buildAndWatch({
        ...rotated,
        keys: {
          ...ring,
          log: { active: { ...ring.log.active, notBefore: '2026-01-01T00:00:00Z' }, retired: [] },
        },
      }).whole,
    );
    const relogged = workplace(context);
    rmSync(relogged.logDir, { recursive: true });
    assert.ok(buildAndWatch(relogged).whole);
    const exchanged = workplace(context);
    for (const [file, bytes] of [
      ['manifest.json.sig', Buffer.alloc(64)],
      ['manifest.json', Buffer.from('{"format":')],
      ['manifest.json', readFileSync(join(exchanged.distDir, 'manifest.json')).subarray(0, -1)],
    ] as const) {
      writeFileSync(join(exchanged.distDir, file), bytes);
      assert.ok(buildAndWatch(exchanged).whole, file);
      assertFresh(context, exchanged);
    }
  });

  test('finds a sentence that is on another page', context => {
    const options = workplace(context);
    const sentence = 'Nobody has measured yet how far this carries.';
    edit(options, 'patterns/tool-loop.md', '## What is known', `${sentence}\n\n## What is known`);
    assert.ok(!buildAndWatch(options).whole);
    edit(options, gate, ownSentence, `${ownSentence} ${sentence}`);
    const { result } = buildAndWatch(options);
    assert.ok(!result.ok);
    assert.deepEqual(
      result.messages.map(({ rule }) => rule),
      ['repeated-sentence'],
    );
  });

  test('finds a sentence that two changed pages got at once', context => {
    const options = workplace(context);
    const sentence = 'Nobody has measured yet how far this carries.';
    edit(options, 'patterns/tool-loop.md', '## What is known', `${sentence}\n\n## What is known`);
    edit(options, gate, ownSentence, `${ownSentence} ${sentence}`);
    assert.ok(!build(options).ok);
  });

  test('finds a page that became too long, and keeps the tree', context => {
    const options = workplace(context);
    const before = digestsOf(options.distDir);
    const words = Array.from({ length: 900 }, (_, at) => `word${at}`).join(' ');
    edit(options, gate, ownSentence, `${ownSentence} ${words}.`);
    const result = build(options);
    assert.ok(!result.ok);
    assert.deepEqual(
      result.messages.map(({ rule }) => rule),
      ['page-length'],
    );
    assert.deepEqual(digestsOf(options.distDir), before);
  });

  test('is taken after builds that ended with a fault, for all that was edited since the last good one', context => {
    const options = workplace(context);
    const link = 'See [none](/patterns/none.md).';
    const loop = join(options.contentDir, 'patterns/tool-loop.md');
    edit(options, 'patterns/tool-loop.md', '## What is known', 'It says more.\n\n## What is known');
    edit(options, gate, ownSentence, `${ownSentence} ${link}`);
    assert.ok(!build(options).ok);
    const text = readFileSync(loop);
    rmSync(loop);
    assert.ok(!build(options).ok);
    writeFileSync(loop, text);
    edit(options, gate, link, 'And this.');
    const { result, whole } = buildAndWatch(options);
    assert.ok(result.ok && !whole);
    assert.equal(result.rendered, 3);
    assertFresh(context, options);
    edit(options, gate, 'And this.', 'And that.');
    assert.ok(!buildAndWatch(options).whole);
    assertFresh(context, options);
  });

  test('finds a sentence that was added in a build with a fault', context => {
    const options = workplace(context);
    const sentence = 'Nobody has measured yet how far this carries.';
    const link = 'See [none](/patterns/none.md).';
    edit(options, 'patterns/tool-loop.md', '## What is known', `${sentence} ${link}\n\n## What is known`);
    assert.ok(!build(options).ok);
    edit(options, 'patterns/tool-loop.md', ` ${link}`, '');
    edit(options, gate, ownSentence, `${ownSentence} ${sentence}`);
    const { result } = buildAndWatch(options);
    assert.deepEqual(!result.ok && result.messages.map(({ rule }) => rule), ['repeated-sentence']);
  });

  test('is not taken from a tree that lacks what was edited next to a fault', context => {
    const options = workplace(context);
    edit(options, gate, 'family: critique', 'family: critic');
    edit(options, 'patterns/tool-loop.md', 'description: The default', 'description: Often The default');
    assert.ok(!build(options).ok);
    edit(options, gate, 'family: critic', 'family: critique');
    assert.ok(build(options).ok);
    assertFresh(context, options);
  });
});

describe('what is kept between builds', () => {
  test('spares the work when the tree is gone, and gives the same bytes', context => {
    const options = workplace(context);
    const before = digestsOf(options.distDir);
    rmSync(options.distDir, { recursive: true });
    const { result, whole } = buildAndWatch(options);
    assert.ok(result.ok && !whole);
    assert.deepEqual(digestsOf(options.distDir), before);
  });

  test('spares the work when every file was copied to where it was', context => {
    const options = workplace(context);
    const before = digestsOf(options.distDir);
    for (const folder of [options.contentDir, options.cacheDir]) {
      cpSync(folder, `${folder}.copy`, { recursive: true });
      rmSync(folder, { recursive: true });
      renameSync(`${folder}.copy`, folder);
    }
    rmSync(options.distDir, { recursive: true });
    const { result, whole } = buildAndWatch(options);
    assert.ok(result.ok && !whole);
    assert.deepEqual([result.compiled, result.rendered, result.restored], [0, 0, true]);
    const again = build(options);
    assert.ok(again.ok && !again.restored);
    assert.deepEqual(digestsOf(options.distDir), before);
  });

  test('gives a tree that is gone and the edits since', context => {
    const options = workplace(context);
    edit(options, gate, ownSentence, `${ownSentence} Its own page alone says this.`);
    rmSync(options.distDir, { recursive: true });
    const { result, whole } = buildAndWatch(options);
    assert.ok(result.ok && !whole);
    assert.equal(result.rendered, 2);
    assertFresh(context, options);
  });

  test('is not put among files that somebody has there', context => {
    const options = workplace(context);
    rmSync(options.distDir, { recursive: true });
    mkdirSync(options.distDir);
    writeFileSync(join(options.distDir, 'notes.txt'), 'mine');
    const { result, whole } = buildAndWatch(options);
    assert.ok(result.ok && whole);
    assert.equal(readFileSync(join(options.distDir, 'notes.txt'), 'utf8'), 'mine');
  });
});
