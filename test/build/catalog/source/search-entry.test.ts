/** Entries for search: the build makes one for each page that a reader may look for, from its source alone. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Manifest, PageEntry } from '#document/text/manifest.ts';
import { writeYaml } from '#document/text/yaml-writer.ts';
import { SearchIndex } from '#edition/search/search-index.ts';
import { parseBody } from '../../../../build/catalog/source/markdown.ts';
import { mentionsOf } from '../../../../build/catalog/source/search-entry.ts';
import { build } from '../../../../build/run/build.ts';
import { testRing } from '../../../keys.ts';
import { exampleContent, exampleCopy, temporaryFolder } from '../../../support/folder.ts';
import { baseUrl, manifestIn } from '../../../support/shared.ts';

async function built(
  contentDir: string,
  distDir = join(temporaryFolder(), 'dist'),
  logDir = temporaryFolder(),
) {
  const result = await build({ contentDir, distDir, baseUrl, keys: testRing(), logDir });
  assert.ok(result.ok, JSON.stringify(result));
  return { result, distDir, logDir, page: pageOf(manifestIn(distDir)) };
}

const pageOf =
  (manifest: Manifest) =>
  (path: string): PageEntry =>
    manifest.pages.find(page => page.path === path)!;

/** Adds fields at the end of the front matter of a source. */
function addFields(file: string, fields: Record<string, unknown>): void {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('\n---\n', `\n${writeYaml(fields)}---\n`));
}

const example = await built(exampleContent);

describe('the entry for search', async () => {
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

  test('of a guide holds its headings', () => {
    const { search } = example.page('/guides/agentic-design-patterns.md');
    assert.deepEqual(search?.headings, ['Is there a check?']);
  });

  test('has no empty list, and is with no index, findings or file for machines', () => {
    const { pages } = manifestIn(example.distDir);
    for (const { kind, search } of pages) {
      if (['index', 'findings', 'discovery', 'signature_receipt'].includes(kind))
        assert.equal(search, undefined, kind);
      for (const list of Object.values(search ?? {})) assert.ok(list.length > 0, kind);
    }
  });

  test('changes with its page, and with that page alone', async () => {
    const contentDir = exampleCopy();
    const first = await built(contentDir);
    const file = join(contentDir, 'patterns/gate.md');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(/^intent: .*$/m, 'intent: Nothing passes unseen.'),
    );
    const second = await built(contentDir, first.distDir, first.logDir);
    assert.ok(second.page('/patterns/gate.md').search?.purpose?.includes('Nothing passes unseen.'));
    assert.ok(second.result.ok && second.result.written <= 6);
  });

  test('holds the situations of its source, which no page shows', async () => {
    const contentDir = exampleCopy();
    const phrases = ['is the total right', 'count: 3, or more'];
    const situations = {
      'patterns/gate.md': [{ phrases }],
      'domains/coding.md': [{ task: 'bug_fix', phrases: ['login does not work'] }],
    };
    addFields(join(contentDir, 'patterns/gate.md'), { asked_as: phrases });
    addFields(join(contentDir, 'domains/coding.md'), { asked_as: situations['domains/coding.md'] });
    const changed = await built(contentDir);
    const withoutSearch = ({ page }: typeof example, path: string) => {
      const { search: _, ...entry } = page(path);
      return entry;
    };
    for (const [name, groups] of Object.entries(situations)) {
      assert.deepEqual(changed.page(`/${name}`).search?.situations, groups);
      assert.deepEqual(withoutSearch(changed, `/${name}`), withoutSearch(example, `/${name}`));
    }
  });
});

describe('a new pattern', async () => {
  const withPattern = (phrase: string) => {
    const contentDir = exampleCopy();
    const gate = join(contentDir, 'patterns/gate.md');
    const added = join(contentDir, 'patterns/second-look.md');
    const text = readFileSync(gate, 'utf8')
      .replace('title: Verifier gate', 'title: Second look')
      .replace('slug: gate', 'slug: second-look')
      .replace(/^description: .*$/m, 'description: For what nobody should sign alone.')
      .replace(/^intent: .*$/m, 'intent: Another agent looks before anything is sent.')
      .replace('The check fails on known bad work.', 'Errors found.')
      .replace('Run the check on each result.', 'Look again.')
      .replace('See [the tool loop](/patterns/tool-loop.md#what-is-known).', 'Little.')
      .replace('How weak a check may be.', 'Much.');
    writeFileSync(added, text);
    addFields(added, { asked_as: [phrase] });
    return { contentDir, gate };
  };

  test('is one new file, and search finds it by its situations', async () => {
    const { distDir } = await built(withPattern('the board signs contracts').contentDir);
    const index = await SearchIndex.of(manifestIn(distDir).pages);
    assert.equal(index.find({ query: 'sign a contract' })[0]?.path, '/patterns/second-look.md');
  });

  test('may not repeat a phrase of another, whichever of the two is edited later', async () => {
    const { contentDir, gate } = withPattern('the board signs contracts');
    const folder = temporaryFolder();
    const options = {
      ...{ contentDir, baseUrl, keys: testRing() },
      ...{ distDir: join(folder, 'dist'), logDir: join(folder, 'log') },
    };
    assert.ok((await build(options)).ok);
    addFields(gate, { asked_as: ['The board signs contracts'] });
    const result = await build(options);
    assert.deepEqual(result.ok ? [] : result.messages.map(({ rule }) => rule), ['repeated-phrase']);
  });
});

describe('a mention', () => {
  const mentions = (text: string) => mentionsOf(parseBody(text, 1));

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
