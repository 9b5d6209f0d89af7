import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { packFile } from '#document/text/pack.ts';
import { sourcesPath } from '../../../build/page/sources.ts';
import { manifestOf, readManifestFile, readTree } from '../../../build/publish/tree.ts';
import { type BuildOptions, build } from '../../../build/run/build.ts';
import { readDist } from '../../../server/site/dist.ts';
import { testRing } from '../../keys.ts';
import { digestsOf } from '../../support/digests.ts';
import { exampleCopy, temporaryFolder, write } from '../../support/folder.ts';

const baseUrl = 'http://catalog.test';

/** A build of a copy of the small catalog, with the folders it works in. */
function workplace(context: TestContext): BuildOptions {
  const folder = temporaryFolder(context);
  const dataDir = join(folder, 'data');
  return {
    contentDir: exampleCopy(context),
    distDir: join(folder, 'dist'),
    logDir: join(dataDir, 'log'),
    keys: testRing(),
    baseUrl,
  };
}

/** Builds and fails on any message. */
function built(options: BuildOptions) {
  const result = build(options);
  assert.ok(result.ok, JSON.stringify(result));
  return result;
}

const manifestIn = ({ distDir }: BuildOptions) => manifestOf(readTree(distDir)!);

function edit(options: BuildOptions, name: string, from: string, to: string): void {
  const path = join(options.contentDir, name);
  const text = readFileSync(path, 'utf8');
  assert.ok(text.includes(from));
  writeFileSync(path, text.replace(from, to));
}

describe('a build', () => {
  test('gives the same bytes every time and everywhere', context => {
    const one = workplace(context);
    const two = workplace(context);
    built(one);
    built(two);
    assert.deepEqual(digestsOf(one.distDir), digestsOf(two.distDir));
  });

  test('states for every file its digest and size, and leaves no other file', context => {
    const options = workplace(context);
    built(options);
    const { packs } = readManifestFile(options.distDir)!;
    const listed = [
      ...manifestIn(options).pages.map(({ file, digest }) => [file, digest]),
      ...packs.map(pack => [packFile(pack), pack.digest]),
    ];
    const { 'manifest.json': _, 'manifest.json.sig': __, ...found } = digestsOf(options.distDir);
    assert.deepEqual(found, Object.fromEntries(listed.sort()));
  });

  test('does nothing when nothing changed', context => {
    const options = workplace(context);
    built(options);
    const result = built(options);
    assert.equal(result.written, 0);
  });

  test('after one edit writes the pages that hold it', context => {
    const options = workplace(context);
    built(options);
    const before = manifestIn(options).pages;
    edit(options, 'patterns/gate.md', 'How weak a check may be.', 'How strong a check must be.');
    const result = built(options);
    const changed = manifestIn(options).pages.filter((page, at) => page.digest !== before[at]!.digest);
    assert.deepEqual(
      changed.map(({ path }) => path),
      [sourcesPath, '/patterns/gate.md'],
    );
    // With them the manifest and its signature.
    assert.equal(result.written, 4);
  });

  test('rewrites only the packs whose pages changed', context => {
    const options = workplace(context);
    built(options);
    const packs = () => readTree(options.distDir)!.packs;
    const before = packs();
    assert.ok(before.length > 1);
    edit(options, 'patterns/gate.md', 'How weak a check may be.', 'How strong a check must be.');
    built(options);
    const after = packs();
    const known = new Set(before.map(({ entry }) => entry.digest));
    const fresh = after.filter(({ entry }) => !known.has(entry.digest));
    assert.equal(after.length, before.length);
    const changed = ['/patterns/gate.md', sourcesPath];
    assert.ok(fresh.some(({ pages }) => pages.some(({ path }) => path === changed[0])));
    for (const { pages } of fresh) assert.ok(pages.some(({ path }) => changed.includes(path)));
  });

  test('makes a tree again of which a pack was lost', context => {
    const options = workplace(context);
    built(options);
    const whole = digestsOf(options.distDir);
    const [pack] = readTree(options.distDir)!.packs;
    rmSync(join(options.distDir, packFile(pack!.entry)));
    write(options.contentDir, 'guides/other.md', '---\ntitle: Other\ndescription: Other.\n---\n\nText.\n');
    built(options);
    rmSync(join(options.contentDir, 'guides/other.md'));
    built(options);
    assert.deepEqual(digestsOf(options.distDir), whole);
  });

  test('after an edit gives the bytes of a build from nothing', context => {
    const options = workplace(context);
    built(options);
    edit(options, 'patterns/gate.md', 'description: For work', 'description: Always for work');
    edit(options, 'research/loops-2024.md', 'direction: against', 'direction: mixed');
    rmSync(join(options.contentDir, 'guides/agentic-design-patterns.md'));
    write(
      options.contentDir,
      'guides/agentic-design-patterns.md',
      '---\ntitle: New\ndescription: New.\n---\n\nNew.\n',
    );
    built(options);
    const fresh = {
      ...options,
      distDir: join(temporaryFolder(context), 'dist'),
    };
    built(fresh);
    assert.deepEqual(digestsOf(options.distDir), digestsOf(fresh.distDir));
  });

  test('removes the pages of a source that is gone', context => {
    const options = workplace(context);
    write(
      options.contentDir,
      'guides/other.md',
      '---\ntitle: Other\ndescription: Another guide.\n---\n\nText.\n',
    );
    built(options);
    assert.ok(existsSync(join(options.distDir, 'guides/other.md')));
    rmSync(join(options.contentDir, 'guides/other.md'));
    built(options);
    assert.ok(!existsSync(join(options.distDir, 'guides/other.md')));
  });

  test('with a fault leaves the published tree as it was', context => {
    const options = workplace(context);
    built(options);
    const before = digestsOf(options.distDir);
    edit(options, 'patterns/gate.md', 'family: critique', 'family: critic');
    edit(
      options,
      'patterns/tool-loop.md',
      'description: The default for',
      'description: What to begin with for',
    );
    const result = build(options);
    assert.ok(!result.ok && result.messages.length === 1);
    assert.deepEqual(digestsOf(options.distDir), before);
  });

  test('finds a fault again that it found before', context => {
    const options = workplace(context);
    edit(options, 'patterns/gate.md', 'title: Verifier gate', 'titel: Verifier gate');
    assert.deepEqual(build(options), build(options));
  });

  test('for another address makes every page again', context => {
    const options = workplace(context);
    built(options);
    built({ ...options, baseUrl: 'https://elsewhere.test' });
    assert.equal(manifestIn(options).base_url, 'https://elsewhere.test');
    const page = readFileSync(join(options.distDir, 'patterns/gate.md'), 'utf8');
    assert.match(page, /canonical_url: https:\/\/elsewhere\.test\/patterns\/gate\.md/);
  });
});

describe('a publication that is killed', () => {
  /** Two published trees, and a folder that holds the first with the second staged next to it. */
  function halfPublished(context: TestContext, done: number) {
    const options = workplace(context);
    built(options);
    const old = digestsOf(options.distDir);
    edit(options, 'patterns/gate.md', 'description: For work', 'description: Always for work');
    const next = {
      ...options,
      distDir: join(temporaryFolder(context), 'dist'),
    };
    built(next);
    const wanted = digestsOf(next.distDir);
    const changed = Object.keys(wanted).filter(name => wanted[name] !== old[name]);
    const [packs, renames] = [true, false].map(isPack =>
      changed.filter(name => name.startsWith('packs/') === isPack),
    ) as [string[], string[]];
    const removals = Object.keys(old).filter(name => !(name in wanted));
    renames.sort((a, b) => Number(a === 'manifest.json') - Number(b === 'manifest.json'));
    for (const name of packs) write(options.distDir, name, readFileSync(join(next.distDir, name)));
    for (const name of renames)
      write(options.distDir, `${name}.next`, readFileSync(join(next.distDir, name)));
    write(options.distDir, 'publication.json', JSON.stringify({ renames, removals }));
    for (const name of renames.slice(0, done)) {
      renameSync(join(options.distDir, `${name}.next`), join(options.distDir, name));
    }
    return { options, wanted, renames };
  }

  for (const done of [0, 1, Number.POSITIVE_INFINITY]) {
    test(`after ${done} renames is read whole by a server`, async context => {
      const { options } = halfPublished(context, done);
      const page = (await readDist(options.distDir)).pages.get('/patterns/gate.md')!;
      const text = page.bytes(page.readEntry(), 'identity').toString();
      // The manifest is the last to be renamed.
      assert.match(text, Number.isFinite(done) ? /\bdescription: For work/ : /Always for work/);
    });

    test(`after ${done} renames is finished by the next build`, context => {
      const { options, wanted } = halfPublished(context, done);
      built(options);
      assert.deepEqual(digestsOf(options.distDir), wanted);
    });
  }
});
