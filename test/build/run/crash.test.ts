/**
 * A publication that is killed at any moment: readers find the old tree or the new one, and the next build repairs it. The
 * campaign `builders` kills builds at random.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { readCovered } from '#document/text/tree.ts';
import { type BuildOptions, build } from '../../../build/run/build.ts';
import { Entries, readDist, readIn } from '../../../server/site/dist.ts';
import { testRing } from '../../keys.ts';
import { exampleCopy, temporaryFolder } from '../../support/folder.ts';
import { someOf } from '../../support/large.ts';

const names = [
  ...['openSync', 'writeSync', 'fsyncSync', 'closeSync', 'mkdirSync', 'renameSync', 'rmSync'],
] as const;
const real = Object.fromEntries(names.map(name => [name, fs[name]])) as Record<
  string,
  (...all: never[]) => unknown
>;
const files = fs as unknown as Record<string, (...all: never[]) => unknown>;

class Dead extends Error {}

let left = 0;

/** Lets so many changes of files happen; the next one ends half done, and all after it do nothing, as if killed. */
function dieAfter(changes: number): void {
  left = changes;
  for (const name of names) {
    files[name] = (...all: never[]) => {
      left -= 1;
      if (left >= 0) return real[name]!(...all);
      if (left === -1 && name === 'writeSync') tearOff(all);
      throw new Dead('killed');
    };
  }
  syncBuiltinESMExports();
}

/** Writes the first half of what was to be written. */
function tearOff([handle, bytes, offset = 0]: unknown[]): void {
  const data = bytes as Uint8Array;
  const half = (data.length - Number(offset)) >> 1;
  fs.writeFileSync(handle as number, data.subarray(Number(offset), Number(offset) + half));
}

function comeAlive(): void {
  Object.assign(files, real);
  syncBuiltinESMExports();
}

afterEach(comeAlive);

async function buildAndDie(options: BuildOptions, changes: number): Promise<void> {
  dieAfter(changes);
  try {
    await build(options);
  } catch (error) {
    assert.ok(error instanceof Dead, String(error));
  } finally {
    comeAlive();
  }
}

/** How many changes of files a build makes. */
async function changesOf(options: BuildOptions): Promise<number> {
  const many = 1_000_000;
  await buildAndDie(options, many);
  return many - left;
}

/** Moments all over a publication, closer together at its end, where files are put in place. */
async function momentsOf(options: BuildOptions): Promise<number[]> {
  const total = await changesOf(options);
  const all = Array.from({ length: total }, (_, index) => index);
  return all.filter(
    index =>
      index % Math.ceil(total / 3) === 0 ||
      (total - index <= 60 && (total - index) % 20 === 1) ||
      total - index <= 6,
  );
}

function change(contentDir: string): void {
  const path = join(contentDir, 'patterns/gate.md');
  fs.writeFileSync(
    path,
    fs.readFileSync(path, 'utf8').replace('description: For work', 'description: Always for work'),
  );
  const guides = join(contentDir, 'guides');
  fs.writeFileSync(
    join(guides, 'new.md'),
    '---\ntitle: New\ndescription: A guide that is new here.\n---\n\nNew.\n',
  );
  fs.rmSync(join(guides, 'old.md'));
}

/** Reads a tree as a reader does: the entries of all pages as JSON, after all bytes were checked. */
async function seen(dist: string): Promise<string> {
  const read = await readDist(dist);
  const entries = [...new Entries(read).all()];
  for (const entry of entries) assert.ok(await readCovered(readIn(dist), entry.file, entry), entry.path);
  return JSON.stringify(entries);
}

test('a publication killed at any change of a file leaves the old tree or the new one', async context => {
  const contentDir = exampleCopy(context);
  fs.writeFileSync(
    join(contentDir, 'guides/old.md'),
    '---\ntitle: Old\ndescription: A guide that goes away.\n---\n\nOld.\n',
  );
  const folder = temporaryFolder(context);
  const options: BuildOptions = {
    ...{ contentDir, distDir: join(folder, 'old'), logDir: join(folder, 'log'), keys: testRing() },
    baseUrl: 'http://catalog.test',
  };
  assert.ok((await build(options)).ok);
  change(contentDir);
  assert.ok((await build({ ...options, distDir: join(folder, 'new') })).ok);
  const [before, after] = [await seen(join(folder, 'old')), await seen(join(folder, 'new'))];
  const found = { old: 0, new: 0 };
  const copyOf = (name: string): string => {
    fs.cpSync(join(folder, 'old'), join(folder, name), { recursive: true });
    return join(folder, name);
  };
  for (const changes of someOf(await momentsOf({ ...options, distDir: copyOf('counted') }), 8)) {
    const distDir = copyOf(`dist-${changes}`);
    await buildAndDie({ ...options, distDir }, changes);
    const now = await seen(distDir);
    assert.ok(now === before || now === after, `a mixture after ${changes} changes`);
    found[now === before ? 'old' : 'new'] += 1;
    assert.ok((await build({ ...options, distDir })).ok);
    assert.equal(await seen(distDir), after, `not repaired after ${changes} changes`);
    fs.rmSync(distDir, { recursive: true });
  }
  assert.ok(found.old > 0 && found.new > 0, JSON.stringify(found));
});
