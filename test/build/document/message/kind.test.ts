/** Kinds: each is one file and one line in the list; everything else follows from those. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { declarations, kindsOffered, publicKinds, sourceKinds } from '#document/message/index.ts';
import { bundle, bundleFolder } from '../../../../scripts/support/bundle.ts';
import { exampleContent, temporaryFolder, write } from '../../../support/folder.ts';

const root = join(import.meta.dirname, '../../../..');
const kindFolders = ['build/document/kind', 'build/document/evaluation', 'build/document/message'].map(name =>
  join(root, name),
);

describe('the list of kinds', () => {
  test('holds every kind that a file of the folders defines, once', () => {
    const texts = kindFolders.flatMap(folder =>
      readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8')),
    );
    const defined = texts.flatMap(text =>
      [...text.matchAll(/defineKind\(\{\s+kind: '(\w+)'/g)].map(([, name]) => name!),
    );
    const listed = [...publicKinds, ...sourceKinds].map(({ kind }) => kind);
    assert.ok(defined.length > 30);
    assert.deepEqual(listed.sort(), defined.sort());
  });

  test('gives each name that is referred to, and each place where kinds are offered, to one kind', () => {
    const referredTo = declarations.map(({ as }) => as);
    assert.equal(new Set(referredTo).size, referredTo.length);
    for (const where of ['resource', 'search'] as const) {
      const places = publicKinds.flatMap(({ offered }) => offered?.[where] ?? []);
      assert.deepEqual(
        places.sort((a, b) => a - b),
        places.map((_, at) => at + 1),
      );
      assert.equal(kindsOffered(where).length, places.length);
    }
  });

  test('gives each place in the content to one kind', () => {
    const layouts = [...publicKinds, ...sourceKinds].flatMap(({ source }) => source?.layout ?? []);
    assert.equal(new Set(layouts).size, layouts.length);
    assert.ok(layouts.length >= 10);
  });
});

// The word is apart, since this file exports nothing.
const lesson = `/** A lesson: what a team learnt with a pattern. */
import { line, slug, uniqueList } from './field.ts';
import { defineKind } from './kind.ts';
import { namesIn } from './reference.ts';

${'export'} const lesson = defineKind({
  kind: 'lesson',
  form: 'page',
  description: 'What a team learnt with a pattern.',
  headings: ['What happened'],
  fields: {
    slug: slug.meta({ description: 'The name of the lesson in paths.' }),
    moral: line(240).meta({ description: 'What to do next time.' }),
    patterns: uniqueList(slug, 8, 1).meta({ description: 'The patterns that it is about.' }),
    after: slug.optional().meta({ description: 'The lesson that it continues.' }),
  },
  offered: { search: 9 },
  source: {
    layout: 'lessons/{slug}.md',
    ownPage: true,
    declares: { as: 'lesson', names: ({ slug }) => [slug], file: name => 'lessons/' + name + '.md' },
    references: ({ patterns, after }) => [
      ...namesIn('pattern', ['patterns'], patterns),
      ...(after ? [{ to: 'lesson', name: after, path: ['after'] }] : []),
    ],
    search: ({ moral, patterns }) => ({ purpose: [moral], patterns }),
  },
});
`;

const lessonText = (slug: string, pattern: string, after = 'first') => `---
title: A lesson of ${slug}
description: Read it before the team ${slug} is made larger.
slug: ${slug}
moral: Measure one agent first, says ${slug}.
patterns: [${pattern}]
after: ${after}
---

## What happened

Little.
`;

/** A copy of the build to which a kind was added, and content with one document of it. */
function withLessons(): string {
  const folder = temporaryFolder();
  for (const name of [
    ...['build', 'server', 'package.json', 'package-lock.json', 'scripts/verify/recompute.py'],
    ...['scripts/verify/vectors.json', 'tsconfig.json'],
  ])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const list = join(folder, 'build/document/message/index.ts');
  writeFileSync(join(folder, 'build/document/kind/lesson.ts'), lesson);
  const text = readFileSync(list, 'utf8')
    .replace("import { index } from './list.ts';\n", "$&import { lesson } from '../kind/lesson.ts';\n")
    .replace('  publisher,\n', '$&  lesson,\n');
  writeFileSync(list, text);
  cpSync(exampleContent, join(folder, 'content'), { recursive: true });
  mkdirSync(join(folder, 'content/lessons'));
  write(folder, 'content/lessons/first.md', lessonText('first', 'gate'));
  return folder;
}

/** Bundles the build of a copy. Returns a function that runs it in a process of its own, since this one has the kinds that there are. */
async function buildOf(folder: string) {
  const place = join(bundleFolder, `kinds-${process.pid}`);
  const { files } = await bundle([join(folder, 'build/main.ts')], place);
  after(() => rmSync(place, { recursive: true }));
  return () =>
    spawnSync(process.execPath, [files[0]!], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, READING: '0', BASE_URL: 'http://catalog.test' },
    });
}

test('a kind is added with one file and one line in the list: it is laid out, checked, served, found and documented', async () => {
  const folder = withLessons();
  const build = await buildOf(folder);
  write(folder, 'content/lessons/second.md', lessonText('other', 'gate'));
  write(folder, 'content/lessons/third.md', lessonText('third', 'gaet', 'frist'));
  const refused = build();
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /lessons\/second\.md:4:1: error: `slug` is `other`/);
  assert.match(refused.stderr, /lessons\/third\.md:6:12: error: Unknown pattern `gaet`/);
  assert.match(
    refused.stderr,
    /lessons\/third\.md:7:1: error: Unknown lesson `frist`.*[\s\S]*Did you mean `first`/,
  );
  write(folder, 'content/lessons/third.md', lessonText('third', 'gate'));
  write(folder, 'content/lessons/second.md', lessonText('second', 'gate'));
  const built = build();
  assert.equal(built.status, 0, built.stderr);
  const dist = (path: string) => readFileSync(join(folder, 'dist', path), 'utf8');
  assert.match(dist('lessons/second.md'), /^schema: formation\.lesson\/v0\.1\nkind: lesson$/m);
  assert.match(dist('docs/schemas/lesson/v0.1.md'), /- `moral` \(string; required;/);
  assert.match(dist('docs/index.md'), /\/docs\/schemas\/lesson\/v0\.1\.md/);
  assert.match(dist('sitemap.txt'), /\/lessons\/first\.md$/m);
});
