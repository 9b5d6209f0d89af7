/** What the build prepares for search: an entry with each page that a reader may look for, made of its own source alone. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Manifest, PageEntry } from '#document/manifest.ts';
import { build } from '../../../build/build.ts';
import { manifestOf, readTree } from '../../../build/publish/tree.ts';
import { mentionsOf } from '../../../build/search/mention.ts';
import { parseMarkdown } from '../../../build/source/markdown.ts';
import { testRing } from '../../keys.ts';
import { exampleContent, exampleCopy, temporaryFolder } from '../../support/folder.ts';
import { baseUrl } from '../../support/server.ts';

function built(contentDir: string, distDir = join(temporaryFolder(), 'dist'), logDir = temporaryFolder()) {
  const result = build({ contentDir, distDir, baseUrl, keys: testRing(), logDir });
  assert.ok(result.ok, JSON.stringify(result));
  return { result, distDir, logDir, page: pageOf(manifestOf(readTree(distDir)!)) };
}

const pageOf =
  (manifest: Manifest) =>
  (path: string): PageEntry =>
    manifest.pages.find(page => page.path === path)!;

const example = built(exampleContent);

describe('the entry for search', () => {
  test('of a pattern holds its names, its purpose and how it is run', () => {
    const { search } = example.page('/patterns/gate.md');
    assert.ok(search?.names?.includes('gate'));
    assert.ok(search?.purpose && search.purpose.length >= 2);
    assert.ok(search?.detail && search.detail.length >= 3);
    assert.ok(search?.domains?.includes('coding'));
  });

  test('of a starter holds its goal, task classes and patterns', () => {
    const { search } = example.page('/starters/solo-mender/1.0.0.md');
    assert.equal(search?.purpose?.length, 1);
    assert.ok(search?.task_classes?.every(task => /^[a-z]+\.[a-z_]+$/.test(task)));
    assert.ok(search?.patterns && search.patterns.length > 0);
  });

  test('of a domain holds its tasks', () => {
    const { search } = example.page('/domains/coding.md');
    assert.ok(search?.tasks?.every(({ name, description }) => name && description));
  });

  test('has no empty list, and stands with no index, findings or file for machines', () => {
    const { pages } = manifestOf(readTree(example.distDir)!);
    for (const { kind, search } of pages) {
      if (['index', 'findings', 'discovery', 'signature_receipt'].includes(kind))
        assert.equal(search, undefined, kind);
      for (const list of Object.values(search ?? {})) assert.ok(list.length > 0, kind);
    }
  });

  test('changes with its page, and with that page alone', () => {
    const contentDir = exampleCopy();
    const first = built(contentDir);
    const file = join(contentDir, 'patterns/gate.md');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(/^intent: .*$/m, 'intent: Nothing passes unseen.'),
    );
    const second = built(contentDir, first.distDir, first.logDir);
    assert.ok(second.page('/patterns/gate.md').search?.purpose?.includes('Nothing passes unseen.'));
    assert.ok(second.result.ok && second.result.rendered <= 4);
  });
});

describe('a mention', () => {
  const mentions = (text: string) => mentionsOf(parseMarkdown(text));

  test('is the list item or paragraph in which a pattern is linked, once for all of them', () => {
    const text =
      '- Many parts: [one](/patterns/a.md) or [two](/patterns/b.md#x).\n- No link.\n\nSee [a](/patterns/a.md).';
    assert.deepEqual(mentions(text), [
      { patterns: ['a', 'b'], text: 'Many parts: one or two.' },
      { patterns: ['a'], text: 'See a.' },
    ]);
  });

  test('is no link to the index of patterns, to findings or to anything else', () => {
    const links = [
      '/patterns/index.md',
      '/patterns/a/findings.md',
      '/research/a.md',
      'https://example.org/patterns/a.md',
    ];
    for (const link of links) assert.deepEqual(mentions(`[x](${link})`), [], link);
  });
});
