import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { KeyState } from '#document/kind/signing-keys.ts';
import { logOrigin } from '#document/proof/log/checkpoint.ts';
import { LogError, type LogFault } from '#document/proof/log/error.ts';
import { checkpointFile, type LogFiles } from '#document/proof/log/files.ts';
import { inspectLog } from '#document/proof/log/inspect.ts';
import { openNote } from '#document/proof/log/note.ts';
import { rootOf } from '#document/proof/log/tree.ts';
import type { KeyRing, Signer } from '#document/proof/signature.ts';
import { extendLog } from '#document/proof/transparency-log.ts';
import { testRing, testSigner } from '../../../keys.ts';

const ring = testRing();
const originOf = (keys: KeyRing, host = 'catalog.example') =>
  logOrigin(`https://${host}`, keys.log.active.keyId);
const origin = originOf(ring);
const entries = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `entry ${from + i}\n`);
const extend = (existing: LogFiles | undefined, texts: readonly string[], keys: KeyRing = ring) =>
  extendLog(existing, texts, { origin: originOf(keys), ring: keys });
const inspect = (files: LogFiles) =>
  inspectLog(files, [{ name: origin, publicKey: ring.log.active.publicKey }]);
const refusedAs = (fault: LogFault) => (error: unknown) => error instanceof LogError && error.fault === fault;
const changed = (files: LogFiles, path: string, change: (bytes: Uint8Array) => Uint8Array): LogFiles =>
  new Map(files).set(path, change(files.get(path)!));
const flipLast = (bytes: Uint8Array) => Uint8Array.of(...bytes.slice(0, -1), bytes.at(-1)! ^ 1);

describe('extending a log', () => {
  it('begins one, empty or not', () => {
    assert.deepEqual([...extend(undefined, []).files.keys()], ['checkpoint']);
    assert.deepEqual(
      [...extend(undefined, entries(3)).files.keys()],
      ['checkpoint', 'tile/0/000.p/3', 'tile/entries/000.p/3'],
    );
  });

  it('gives the same bytes each time, and changes nothing when nothing is new', () => {
    const { files } = extend(undefined, entries(300));
    assert.deepEqual(extend(undefined, entries(300)).files, files);
    assert.deepEqual(extend(files, entries(300)).files, files);
  });

  it('keeps the partial tiles of every checkpoint until the tile is full', () => {
    const first = extend(undefined, entries(254)).files;
    const second = extend(first, entries(255)).files;
    assert.ok(second.has('tile/0/000.p/254') && second.has('tile/0/000.p/255'));
    const third = extend(second, entries(257)).files;
    assert.deepEqual(
      [...third.keys()],
      [
        ...['checkpoint', 'tile/0/000', 'tile/0/001.p/1', 'tile/1/000.p/1', 'tile/entries/000'],
        'tile/entries/001.p/1',
      ],
    );
  });

  it('never changes a tile that is there, and is consistent with every earlier checkpoint', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 2, maxLength: 5 }), sizes => {
        let files: LogFiles | undefined;
        let older = { size: 0, root: rootOf(extend(undefined, []).tree) };
        for (const size of sizes.sort((a, b) => a - b)) {
          const next = extend(files, entries(size));
          for (const [path, bytes] of files ?? []) {
            if (path !== checkpointFile && next.files.has(path))
              assert.deepEqual(next.files.get(path), bytes);
          }
          const newer = { size, root: rootOf(next.tree) };
          assert.deepEqual(rootOf(next.tree, older.size), older.root);
          assert.deepEqual(inspect(next.files).faults, []);
          [files, older] = [next.files, newer];
        }
      }),
      { numRuns: 30 },
    );
  });

  it('is refused when the log would shrink', () => {
    assert.throws(() => extend(extend(undefined, entries(5)).files, entries(4)), refusedAs('shrink'));
    assert.throws(() => extend(extend(undefined, entries(1)).files, []), refusedAs('shrink'));
  });

  it('is refused when an entry would change or change its place', () => {
    const { files } = extend(undefined, entries(5));
    assert.throws(() => extend(files, ['other\n', ...entries(5, 1)]), refusedAs('fork'));
    assert.throws(() => extend(files, entries(5).reverse()), refusedAs('fork'));
    assert.throws(() => extend(files, entries(6).toSpliced(2, 1)), refusedAs('fork'));
  });

  it('is refused when a file of the log was damaged or removed', () => {
    const { files } = extend(undefined, entries(300));
    for (const path of files.keys()) {
      assert.throws(() => extend(changed(files, path, flipLast), entries(300)), LogError, path);
      const without = new Map(files);
      without.delete(path);
      assert.throws(() => extend(without, entries(300)), refusedAs('damaged'), path);
    }
  });

  it('is refused when a stranger signed the checkpoint', () => {
    const { files } = extend(undefined, entries(5), testRing(2));
    assert.throws(() => extend(files, entries(6)), refusedAs('unknown-signer'));
  });

  it('is refused when a key of the deployment signed the checkpoint that is not for the log', () => {
    for (const purpose of ['publication', 'tenant'] as const) {
      const confused = { ...ring, log: { active: ring[purpose].active as Signer, retired: [] } };
      const { files } = extend(undefined, entries(5), confused);
      assert.throws(() => extend(files, entries(6)), refusedAs('unknown-signer'), purpose);
    }
  });
});

describe('after a rotation', () => {
  const log = (state: KeyState, number = 2): KeyRing['log'] => ({
    active: testSigner(number, { purpose: 'log' }),
    retired: [{ ...ring.log.active, state }],
  });
  const rotated: KeyRing = { ...ring, log: log('retired') };
  const known = (keys: KeyRing) => [{ name: originOf(keys), publicKey: keys.log.active.publicKey }];

  it('the new key alone signs the checkpoint of the same tree', () => {
    const before = extend(undefined, entries(5));
    const after = extend(before.files, entries(5), rotated);
    assert.deepEqual(after.tree, before.tree);
    assert.equal(openNote(after.files.get(checkpointFile)!, known(rotated)).signers.length, 1);
    assert.throws(() => openNote(after.files.get(checkpointFile)!, known(ring)));
  });

  it('a log that a revoked key signed is not extended', () => {
    const revoked: KeyRing = { ...ring, log: log('revoked') };
    assert.throws(
      () => extend(extend(undefined, entries(5)).files, entries(6), revoked),
      refusedAs('unknown-signer'),
    );
  });
});

describe('a log at another address', () => {
  it('continues under its new name', () => {
    const { files } = extend(undefined, entries(5));
    const moved = extendLog(files, entries(6), { origin: originOf(ring, 'new.example'), ring });
    const text = Buffer.from(moved.files.get(checkpointFile)!).toString();
    assert.match(text, /^new\.example\/log\/[0-9a-f]{16}\n6\n/);
  });
});

describe('inspecting a log', () => {
  const { files } = extend(extend(undefined, entries(299)).files, entries(300));
  const named = (of: LogFiles) => inspect(of).faults.map(fault => fault.file);

  it('finds nothing wrong with a whole one', () => assert.deepEqual(inspect(files).faults, []));

  it('names every file that has one byte changed, at any place', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...files.keys()),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (path, at, bits) => {
          const tampered = changed(files, path, bytes => {
            const place = at % bytes.length;
            return bytes.with(place, bytes[place]! ^ bits);
          });
          assert.ok(named(tampered).includes(path), `${path}: ${named(tampered)}`);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('blames the checkpoint when it signs the head of another log', () => {
    const other = extend(undefined, [...entries(299), 'other\n']).files;
    const forked = new Map(files).set(checkpointFile, other.get(checkpointFile)!);
    assert.deepEqual(named(forked), [checkpointFile]);
    assert.match(inspect(forked).faults[0]!.message, /fork/);
  });

  it('finds an entry that was removed, also when the tiles were made to fit', () => {
    const shorter = extend(undefined, entries(300).toSpliced(7, 1)).files;
    const removed = new Map(shorter).set(checkpointFile, files.get(checkpointFile)!);
    assert.ok(named(removed).length > 0);
  });

  it('finds a file that does not belong to it, and one of a larger tree', () => {
    assert.deepEqual(named(new Map(files).set('tile/0/000.p/5x', new Uint8Array())), ['tile/0/000.p/5x']);
    const larger = extend(files, entries(301)).files;
    assert.deepEqual(named(new Map(larger).set(checkpointFile, files.get(checkpointFile)!)), [
      'tile/0/001.p/45',
      'tile/entries/001.p/45',
    ]);
  });

  it('finds a signature by nobody known, and still looks at the rest', () => {
    const foreign = extend(undefined, entries(5), testRing(2)).files;
    assert.deepEqual(
      inspect(foreign).faults.map(fault => fault.about),
      ['signature'],
    );
    const tampered = changed(foreign, 'tile/0/000.p/5', flipLast);
    assert.deepEqual(named(tampered), ['checkpoint', 'tile/0/000.p/5']);
  });

  it('does not try to grow a tree as large as a checkpoint claims', () => {
    const text = `${origin}\n9007199254740991\n${Buffer.alloc(32).toString('base64')}\n\n— a AAAAAAA=\n`;
    assert.match(inspect(new Map([[checkpointFile, Buffer.from(text)]])).faults.at(-1)!.message, /far fewer/);
  });
});
