/** The cache between builds: whatever happened to its file, the tree has the bytes of a build from nothing. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { sqliteDriver } from '../../../build/publish/sqlite.ts';
import { type BuildOptions, build } from '../../../build/run/build.ts';
import { testRing } from '../../keys.ts';
import { catalogFile } from '../../support/catalog-file.ts';
import { digestsOf } from '../../support/digests.ts';
import { exampleContent, temporaryFolder, write } from '../../support/folder.ts';

interface Workplace extends BuildOptions {
  /** The file in which a build keeps things. */
  file: string;
}

const optionsIn = (folder: string): BuildOptions & { cacheDir: string } => ({
  ...{ contentDir: join(folder, 'content'), distDir: join(folder, 'dist'), cacheDir: join(folder, 'data') },
  ...{ logDir: join(folder, 'data/log'), keys: testRing(), baseUrl: 'http://catalog.test' },
});

let template: string | undefined;

/** A small catalog that was built once, a copy for each test. */
function workplace(context: TestContext): Workplace {
  if (!template) {
    template = temporaryFolder();
    cpSync(exampleContent, join(template, 'content'), { recursive: true });
    assert.ok(build(optionsIn(template)).ok);
  }
  const folder = temporaryFolder(context);
  cpSync(template, folder, { recursive: true, preserveTimestamps: true });
  const options = optionsIn(folder);
  // The copies have other states than those that are kept.
  const { compiled, rendered } = built(options);
  assert.deepEqual([compiled, rendered], [0, 0]);
  return { ...options, file: join(options.cacheDir, 'build-cache/build.sqlite') };
}

function built(options: BuildOptions) {
  const result = build(options);
  assert.ok(result.ok, JSON.stringify(result));
  return result;
}

/** Runs a statement on the file, as a damage of just one row. */
function change({ file }: Workplace, statement: string): void {
  const database = new (sqliteDriver()!)(file);
  assert.ok(database.prepare(statement).run().changes > 0);
  database.close();
}

/** That a build with an empty `dist` gives these bytes, whatever it finds kept, and that the next one finds all that it kept. */
function assertBuildsAgain(options: Workplace, wanted: object, why = ''): void {
  rmSync(options.distDir, { recursive: true, force: true });
  built(options);
  assert.deepEqual(digestsOf(options.distDir), wanted, why);
  const { compiled, rendered } = built(options);
  assert.deepEqual([compiled, rendered], [0, 0], why);
}

describe('what is kept', () => {
  for (const [what, exchange] of [
    ['is gone', file => rmSync(file)],
    ['has no bytes', file => writeFileSync(file, '')],
    ['is something else', file => writeFileSync(file, 'SQLite format 4\0'.repeat(400))],
    ['is a folder', file => [rmSync(file), mkdirSync(join(file, 'within'), { recursive: true })]],
    ['may not be written', file => chmodSync(file, 0o444)],
    ['is cut', file => writeFileSync(file, readFileSync(file).subarray(0, -5000))],
    ['has a journal that is none', file => writeFileSync(`${file}-journal`, 'what a killed build left')],
  ] as [string, (file: string) => unknown][]) {
    test(`is made again where the file ${what}`, context => {
      const options = workplace(context);
      const wanted = digestsOf(options.distDir);
      exchange(options.file);
      assertBuildsAgain(options, wanted);
    });
  }

  test('is made again wherever the file is damaged or cut', context => {
    const options = workplace(context);
    const wanted = digestsOf(options.distDir);
    const whole = readFileSync(options.file);
    for (let at = 10; at < whole.length; at += Math.ceil(whole.length / 4)) {
      const damaged = Buffer.from(whole).fill('#', at, at + 40);
      const flipped = Buffer.from(whole).fill(whole[at + 300]! ^ 4, at + 300, at + 301);
      for (const bytes of [damaged, flipped, whole.subarray(0, at)]) {
        writeFileSync(options.file, bytes);
        assertBuildsAgain(options, wanted, `${bytes.length} bytes, at ${at}`);
      }
    }
  });

  test('does not keep a tree in force whose packs are damaged', context => {
    const options = workplace(context);
    const wanted = digestsOf(options.distDir);
    for (const name of readdirSync(join(options.distDir, 'packs'))) {
      const path = join(options.distDir, 'packs', name);
      const bytes = readFileSync(path);
      writeFileSync(path, bytes.fill(bytes.at(-3)! ^ 1, bytes.length - 3, bytes.length - 2));
      built(options);
      assert.deepEqual(digestsOf(options.distDir), wanted, name);
    }
  });

  for (const [what, statement] of [
    ['a digest', "UPDATE sources SET digest = replace(digest, 'a', 'b')"],
    ['what a source shows', "UPDATE sources SET shown = 'x' WHERE name = 'patterns/gate.md'"],
    ['the sentences', "UPDATE sources SET sentences = sentences || '000000000000'"],
    ['a name', "UPDATE sources SET name = 'patterns/fence.md' WHERE name = 'patterns/gate.md'"],
    ['what a source was', "INSERT INTO former VALUES ('patterns/gate.md', 'x', '', '', '')"],
    ['the tree', "UPDATE tree SET shared = 'x'"],
    ['the manifest', 'UPDATE tree SET manifest = substr(manifest, 2)'],
    ['a pack', "UPDATE outputs SET bytes = CAST('#' AS BLOB) || substr(bytes, 2)"],
    ['no pack', 'DELETE FROM outputs'],
  ] as const) {
    test(`is not believed where ${what} was changed`, context => {
      const options = workplace(context);
      const wanted = digestsOf(options.distDir);
      change(options, statement);
      assertBuildsAgain(options, wanted);
    });
  }

  test('is not believed where the facts or the page of a source were changed', context => {
    for (const statement of [
      "UPDATE texts SET facts = replace(facts, 'Verifier', 'Clarifier')",
      "UPDATE texts SET page = page || 'More.'",
      "DELETE FROM texts WHERE name = 'patterns/gate.md'",
    ]) {
      const options = workplace(context);
      change(options, statement);
      // Another source makes the build read them all.
      write(
        options.contentDir,
        'guides/new.md',
        '---\ntitle: New\ndescription: Another guide.\n---\n\nText.\n',
      );
      built(options);
      const fresh = { ...options, distDir: `${options.distDir}-fresh`, cacheDir: temporaryFolder(context) };
      built(fresh);
      assert.deepEqual(digestsOf(options.distDir), digestsOf(fresh.distDir), statement);
    }
  });

  test('is not that of another version of the builder', context => {
    const options = workplace(context);
    change(options, "UPDATE builder SET version = 'other'");
    assert.ok(built(options).compiled > 0);
    assert.equal(built(options).compiled, 0);
  });

  test('takes the place of what other versions kept in the same folder', context => {
    const options = workplace(context);
    const old = join(options.cacheDir!, 'build-cache/tree/head');
    change(options, "UPDATE builder SET version = 'other'");
    write(options.cacheDir!, 'build-cache/tree/head', 'old');
    built(options);
    assert.ok(!existsSync(old));
  });

  test('leaves its folder where it is, which may be a mount point', context => {
    const options = workplace(context);
    const folder = () => statSync(join(options.cacheDir!, 'build-cache')).ino;
    const before = folder();
    writeFileSync(options.file, 'damaged');
    built(options);
    assert.equal(folder(), before);
    assert.ok(statSync(options.file).size > 100_000);
  });

  test('does not grow with every edit', context => {
    const options = workplace(context);
    const path = join(options.contentDir, 'patterns/gate.md');
    const text = readFileSync(path, 'utf8');
    const before = statSync(options.file).size;
    for (let turn = 0; turn < 12; turn += 1) {
      writeFileSync(path, text.replace('description: For work', 'description: Always for work'));
      built(options);
      writeFileSync(path, text);
      built(options);
    }
    assert.ok(statSync(options.file).size < 2 * before);
  });

  test('is found whole after a build that failed, but for the source with the fault', context => {
    const options = workplace(context);
    const path = join(options.contentDir, 'patterns/gate.md');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('family: critique', 'famly: critique'));
    assert.ok(!build(options).ok);
    writeFileSync(path, text);
    assert.deepEqual([built(options).compiled, built(options).rendered], [0, 0]);
  });
});

for (const [what, BROKEN_DRIVER] of [
  ['is missing', 'missing'],
  ['is for another Node.js', 'other'],
] as const)
  test(`a build keeps nothing, says so, and gives the same tree where the driver of SQLite ${what}`, context => {
    const folder = temporaryFolder(context);
    const environment = {
      PATH: process.env.PATH,
      CONTENT_DIR: exampleContent,
      DATA_DIR: join(folder, 'data'),
    };
    const run = (dist: string, more: object) =>
      spawnSync(process.execPath, [catalogFile, 'build'], {
        env: { ...environment, READING: '0', DIST_DIR: join(folder, dist), ...more },
        encoding: 'utf8',
      });
    const broken = { NODE_OPTIONS: '--require ./test/support/broken-driver.cjs', BROKEN_DRIVER };
    for (let turn = 0; turn < 2; turn += 1) {
      const { status, stderr } = run('without', broken);
      assert.equal(status, 0, stderr);
      assert.match(
        stderr,
        /^(?:The driver of SQLite does not run|No driver of SQLite is installed) (?:on|for) [^\n]* Use Node\.js 22\.16 or later, which has one, [^\n]*\n$/,
      );
      assert.ok(!existsSync(join(folder, 'data/build-cache')));
    }
    assert.equal(run('with', {}).status, 0);
    assert.deepEqual(digestsOf(join(folder, 'without')), digestsOf(join(folder, 'with')));
  });

test('a folder that nobody can make or remove does not fail the build', context => {
  const options = workplace(context);
  const wanted = digestsOf(options.distDir);
  // Below a file there is no folder.
  const cacheDir = join(temporaryFolder(context), 'file');
  writeFileSync(cacheDir, '');
  rmSync(options.distDir, { recursive: true });
  built({ ...options, cacheDir });
  assert.deepEqual(digestsOf(options.distDir), wanted);
});
