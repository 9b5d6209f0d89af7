/** The bundles that the launcher keeps: what is damaged, altered or could be another user's is not run, and is replaced. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../support/folder.ts';
import { launch, small } from '../../support/launch.ts';

/** A data folder in which the small program has been started, with the bundle that was kept and its bytes. */
function started(context: TestContext) {
  const dataDir = temporaryFolder(context);
  const code = join(dataDir, 'code');
  /** Starts it once more; gives what it said on standard error. */
  const start = () => {
    const { stdout, stderr } = launch(small, { DATA_DIR: dataDir }, 'Hello');
    assert.equal(stdout, 'Hello\n', stderr);
    return stderr;
  };
  assert.equal(start(), '');
  const file = join(code, readdirSync(code).find(name => name.endsWith('.cjs'))!);
  return { dataDir, code, file, bytes: readFileSync(file), start };
}

/** A program that says something else, of as many bytes as another one. */
function altered(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  const other = text.replace('process.stdout.write(`${', 'process.stdout.write(`!${').replace(/.\)$/, ')');
  assert.notEqual(other, text, 'the bundle of the small program looks different');
  return Buffer.from(other, 'latin1');
}

test('a damaged bundle is not run, and is replaced', context => {
  const { file, bytes, start } = started(context);
  const flipped = Buffer.from(bytes);
  flipped[bytes.length - 20]! ^= 1;
  for (const wrong of [Buffer.alloc(0), bytes.subarray(0, -1), Buffer.from('no program {'), flipped]) {
    writeFileSync(file, wrong);
    assert.equal(start(), '');
    assert.deepEqual(readFileSync(file), bytes);
  }
});

test('an altered bundle is not run, and is replaced', context => {
  const { file, bytes, start } = started(context);
  writeFileSync(file, altered(bytes));
  assert.equal(start(), '');
  assert.deepEqual(readFileSync(file), bytes);
});

test('a bundle with a digest of its own is not run when it was made from other sources', context => {
  const { file, bytes, start } = started(context);
  const contents = altered(bytes).subarray(32);
  const digest = createHash('sha256')
    .update(`${'0'.repeat(32)}\n`)
    .update(contents)
    .digest();
  writeFileSync(file, Buffer.concat([digest, contents]));
  assert.equal(start(), '');
  assert.deepEqual(readFileSync(file), bytes);
});

test('damaged code of V8 is not run, and is replaced', context => {
  const { file, start } = started(context);
  start();
  const codeFile = `${file}.code`;
  const code = readFileSync(codeFile);
  // Each byte of it counts, also those that V8 itself would not look at.
  for (const at of [40, code.length >> 1, code.length - 1]) {
    const wrong = Buffer.from(code);
    wrong[at]! ^= 0xff;
    writeFileSync(codeFile, wrong);
    assert.equal(start(), '');
    assert.notDeepEqual(readFileSync(codeFile), wrong);
  }
});

test('a bundle that others may write, or that lies elsewhere, is not run, and is replaced', context => {
  const { dataDir, file, bytes, start } = started(context);
  chmodSync(file, 0o622);
  start();
  assert.deepEqual(readFileSync(file), bytes);
  const elsewhere = join(dataDir, 'elsewhere');
  renameSync(file, elsewhere);
  symlinkSync(elsewhere, file);
  start();
  assert.deepEqual(readFileSync(file), bytes);
});

test('where others may write, no bundle is kept or run, and the start says what to do', context => {
  const { dataDir, code, file, bytes, start } = started(context);
  writeFileSync(file, altered(bytes));
  for (const [folder, mode] of [
    [dataDir, 0o777],
    [dataDir, 0o770],
    [code, 0o720],
  ] as const) {
    chmodSync(folder, mode);
    const said = `others may write in ${folder}; run \`chmod go-w ${folder}\`.\n`;
    assert.match(start(), new RegExp(`^${small} runs without its bundle .*: ${said}$`));
    chmodSync(folder, 0o700);
  }
  // As in /tmp, where nobody can replace what belongs to others.
  chmodSync(dataDir, 0o1777);
  assert.equal(start(), '');
  assert.deepEqual(readFileSync(file), bytes);
});

test('a folder of another user is not used', context => {
  const { code, start } = started(context);
  // Only root can give it to somebody; root's own folders are good for everybody.
  if (process.getuid?.() !== 0) return;
  chownSync(code, 12345, 12345);
  assert.match(start(), /belongs to another user/);
});

test('where no bundle can be kept, the program runs without its types, and the start says why', context => {
  const dataDir = temporaryFolder(context);
  writeFileSync(join(dataDir, 'code'), 'in the way');
  const alone = launch(small, { DATA_DIR: dataDir }, 'Hello');
  assert.equal(alone.stdout, 'Hello\n');
  assert.match(alone.stderr, /runs without its bundle .*: \S+ cannot be used \(EEXIST\)\.\n$/);
});

test('where esbuild is not installed, the program runs without its types, and the start says how to get a bundle', context => {
  const root = temporaryFolder(context);
  for (const name of ['scripts/launch.cjs', 'scripts/launch'])
    cpSync(name, join(root, name), { recursive: true });
  for (const name of ['build', 'server', 'test', 'package.json', 'package-lock.json'])
    symlinkSync(resolve(name), join(root, name));
  for (const name of ['sucrase', 'lines-and-columns', 'ts-interface-checker', '@jridgewell']) {
    mkdirSync(join(root, 'node_modules'), { recursive: true });
    symlinkSync(resolve('node_modules', name), join(root, 'node_modules', name));
  }
  const words = [join(root, 'scripts/launch.cjs'), small, 'Hello'];
  const environment = { PATH: process.env.PATH, DATA_DIR: join(root, 'data') };
  const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', env: environment });
  assert.equal(stdout, 'Hello\n');
  assert.match(stderr, /runs without its bundle .*: esbuild, which `npm ci` installs, is missing\.\n$/);
});
