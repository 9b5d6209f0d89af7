import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { sourcesPath } from '../../../build/page/sources.ts';
import { readManifestFile } from '../../../build/publish/tree.ts';
import { type BuildOptions, build } from '../../../build/run/build.ts';
import { testRing } from '../../keys.ts';
import { digestsOf } from '../../support/digests.ts';
import { exampleCopy, temporaryFolder, write } from '../../support/folder.ts';
import { large } from '../../support/large.ts';
import { send, serve } from '../../support/server.ts';
import { manifestIn } from '../../support/shared.ts';

const baseUrl = 'http://catalog.test';

/** A build of a copy of the small catalog, with the folders it works in. */
function workplace(context: TestContext): BuildOptions {
  const folder = temporaryFolder(context);
  const dataDir = join(folder, 'data');
  return {
    ...{ contentDir: exampleCopy(context), distDir: join(folder, 'dist'), logDir: join(dataDir, 'log') },
    ...{ keys: testRing(), baseUrl },
  };
}

/** Builds and fails on any message. */
async function built(options: BuildOptions) {
  const result = await build(options);
  assert.ok(result.ok, JSON.stringify(result));
  return result;
}

function edit(options: BuildOptions, name: string, from: string, to: string): void {
  const path = join(options.contentDir, name);
  const text = readFileSync(path, 'utf8');
  assert.ok(text.includes(from));
  writeFileSync(path, text.replace(from, to));
}

describe('a build', () => {
  test('gives the same bytes every time and everywhere', async context => {
    const one = workplace(context);
    const two = workplace(context);
    await built(one);
    await built(two);
    assert.deepEqual(digestsOf(one.distDir), digestsOf(two.distDir));
  });

  test('states for every file its digest and size, and leaves no other file', async context => {
    const options = workplace(context);
    await built(options);
    const { parts } = readManifestFile(options.distDir)!;
    const listed = [...manifestIn(options.distDir).pages, ...parts].map(({ file, digest }) => [file, digest]);
    const { 'manifest.json': _, 'manifest.json.sig': __, ...found } = digestsOf(options.distDir);
    assert.deepEqual(found, Object.fromEntries(listed.sort()));
  });

  test('does nothing when nothing changed', async context => {
    const options = workplace(context);
    await built(options);
    const result = await built(options);
    assert.equal(result.written, 0);
  });

  test('after one edit writes the pages that hold it', async context => {
    const options = workplace(context);
    await built(options);
    const before = manifestIn(options.distDir).pages;
    edit(options, 'patterns/gate.md', 'How weak a check may be.', 'How strong a check must be.');
    const result = await built(options);
    const changed = manifestIn(options.distDir).pages.filter(
      (page, at) => page.digest !== before[at]!.digest,
    );
    assert.deepEqual(
      changed.map(({ path }) => path),
      [sourcesPath, '/patterns/gate.md'],
    );
    // With them their parts of the manifest, the manifest and its signature.
    assert.equal(result.written, 6);
  });

  test('makes a tree again of which a part of the manifest was lost', async context => {
    const options = workplace(context);
    await built(options);
    const whole = digestsOf(options.distDir);
    rmSync(join(options.distDir, 'manifest/patterns.json'));
    await built(options);
    assert.deepEqual(digestsOf(options.distDir), whole);
  });

  large('after an edit gives the bytes of a build from nothing', async context => {
    const options = workplace(context);
    await built(options);
    edit(options, 'patterns/gate.md', 'description: For work', 'description: Always for work');
    edit(options, 'research/loops-2024.md', 'direction: against', 'direction: mixed');
    rmSync(join(options.contentDir, 'guides/agentic-design-patterns.md'));
    write(
      options.contentDir,
      'guides/agentic-design-patterns.md',
      '---\ntitle: New\ndescription: New.\n---\n\nNew.\n',
    );
    await built(options);
    const fresh = { ...options, distDir: join(temporaryFolder(context), 'dist') };
    await built(fresh);
    assert.deepEqual(digestsOf(options.distDir), digestsOf(fresh.distDir));
  });

  test('removes the pages of a source that is gone', async context => {
    const options = workplace(context);
    write(
      options.contentDir,
      'guides/other.md',
      '---\ntitle: Other\ndescription: Another guide.\n---\n\nText.\n',
    );
    await built(options);
    assert.ok(existsSync(join(options.distDir, 'guides/other.md')));
    rmSync(join(options.contentDir, 'guides/other.md'));
    await built(options);
    assert.ok(!existsSync(join(options.distDir, 'guides/other.md')));
  });

  test('with a fault leaves the published tree as it was', async context => {
    const options = workplace(context);
    await built(options);
    const before = digestsOf(options.distDir);
    edit(options, 'patterns/gate.md', 'family: critique', 'family: critic');
    edit(
      options,
      'patterns/tool-loop.md',
      'description: The default for',
      'description: What to begin with for',
    );
    const result = await build(options);
    assert.ok(!result.ok && result.messages.length === 1);
    assert.deepEqual(digestsOf(options.distDir), before);
  });

  test('finds a fault again that it found before', async context => {
    const options = workplace(context);
    edit(options, 'patterns/gate.md', 'title: Verifier gate', 'titel: Verifier gate');
    assert.deepEqual(await build(options), await build(options));
  });

  large('for another address makes every page again', async context => {
    const options = workplace(context);
    await built(options);
    await built({ ...options, baseUrl: 'https://elsewhere.test' });
    assert.equal(manifestIn(options.distDir).base_url, 'https://elsewhere.test');
    const page = readFileSync(join(options.distDir, 'patterns/gate.md'), 'utf8');
    assert.match(page, /canonical_url: https:\/\/elsewhere\.test\/patterns\/gate\.md/);
  });
});

describe('a publication that is killed', () => {
  /** Two published trees, and a folder that holds the first with the second staged next to it. */
  async function halfPublished(context: TestContext, done: number) {
    const options = workplace(context);
    await built(options);
    const old = digestsOf(options.distDir);
    edit(options, 'patterns/gate.md', 'description: For work', 'description: Always for work');
    const next = { ...options, distDir: join(temporaryFolder(context), 'dist') };
    await built(next);
    const wanted = digestsOf(next.distDir);
    const changed = Object.keys(wanted).filter(name => wanted[name] !== old[name]);
    const isManifest = (name: string) => name.startsWith('manifest.json');
    const renames = changed.sort((a, b) => Number(isManifest(b)) - Number(isManifest(a)));
    const removals = Object.keys(old).filter(name => !(name in wanted));
    for (const name of renames)
      write(options.distDir, `${name}.next`, readFileSync(join(next.distDir, name)));
    write(options.distDir, 'publication.json', JSON.stringify({ renames, removals }));
    for (const name of renames.slice(0, done)) {
      renameSync(join(options.distDir, `${name}.next`), join(options.distDir, name));
    }
    return options;
  }

  for (const done of [0, 3]) {
    test(`after ${done} renames is read whole by a server`, async context => {
      const options = await halfPublished(context, done);
      const server = await serve({ distDir: options.distDir });
      context.after(() => server.stop());
      const { status, body } = await send(server, '/patterns/gate.md');
      assert.equal(status, 200);
      // The manifest is the first to be renamed, and what it names is read beside its place.
      assert.match(body.toString(), done === 0 ? /\bdescription: For work/ : /Always for work/);
    });
  }
});
