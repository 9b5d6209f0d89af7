import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readBundle, writeBundle } from '#document/proof/log/bundle.ts';
import { leafHash } from '#document/proof/log/hash.ts';
import {
  hashTile,
  isWithin,
  readHashTile,
  readTilePath,
  type Tile,
  tilePath,
  tilesOf,
} from '#document/proof/log/tile.ts';
import { growTree, rootOf, subtreeHash } from '#document/proof/log/tree.ts';

interface Vectors {
  tiles: {
    path: { level: number; index: number; path: string };
    sizes: Record<string, Record<string, number>>;
  };
}
const { tiles } = JSON.parse(readFileSync('test/vector/signed-note.json', 'utf8')) as Vectors;

const anyTile: fc.Arbitrary<Tile> = fc.record({
  level: fc.oneof(fc.integer({ min: 0, max: 63 }), fc.constant('entries' as const)),
  index: fc.oneof(fc.nat(2000), fc.maxSafeNat()),
  width: fc.integer({ min: 1, max: 256 }),
});

describe('the path of a tile', () => {
  it('is the one of the specification', () => {
    assert.equal(tilePath({ ...tiles.path, width: 256 }), tiles.path.path);
    assert.equal(tilePath({ level: 'entries', index: 0, width: 5 }), 'tile/entries/000.p/5');
    assert.equal(tilePath({ level: 1, index: 1000, width: 256 }), 'tile/1/x001/000');
  });

  it('names its tile and no other', () => {
    fc.assert(fc.property(anyTile, tile => assert.deepEqual(readTilePath(tilePath(tile)), { ...tile })));
  });

  const bad = [
    ...['tile/0/0', 'tile/0/0000', 'tile/0/x000/000', 'tile/00/000', 'tile/64/000', 'tile/0/000.p/0'],
    ...['tile/0/000.p/256', 'tile/0/000.p/05', 'tile/entry/000', 'tile/0/001/067', 'tile/0/000.p/5/'],
    ...['/tile/0/000', 'tile/0/../000', 'checkpoint'],
  ];
  for (const path of bad) it(`is not ${path}`, () => assert.equal(readTilePath(path), undefined));
});

describe('the tiles of a tree', () => {
  for (const [size, expected] of Object.entries(tiles.sizes)) {
    it(`of ${size} entries are those of the specification`, () => {
      for (const [name, count] of Object.entries(expected)) {
        const [, level, how] = /^level_(\d)_(full|partial)$/.exec(name)!;
        const row = tilesOf(Number(size)).filter(tile => tile.level === Number(level));
        const partial = row.find(tile => tile.width < 256)?.width ?? 0;
        assert.equal(how === 'full' ? row.filter(tile => tile.width === 256).length : partial, count, name);
      }
    });
  }

  it('of no entries are none', () => assert.deepEqual(tilesOf(0), []));

  it('hold at each level the hashes of the full tiles below', () => {
    const tree = growTree(Array.from({ length: 1000 }, (_, i) => leafHash(Buffer.from(String(i)))));
    const second = readHashTile(hashTile(tree, 1, 0, 3))!;
    assert.deepEqual(
      second,
      [0, 1, 2].map(i => subtreeHash(tree, i * 256, (i + 1) * 256)),
    );
    const first = readHashTile(hashTile(tree, 0, 2, 256))!;
    assert.deepEqual(rootOf(growTree(first)), second[2]);
  });

  it('have room for every earlier partial tile and for nothing later', () => {
    assert.equal(isWithin({ level: 0, index: 0, width: 5 }, 7), true);
    assert.equal(isWithin({ level: 0, index: 0, width: 8 }, 7), false);
    assert.equal(isWithin({ level: 1, index: 0, width: 1 }, 255), false);
    assert.equal(isWithin({ level: 1, index: 0, width: 1 }, 256), true);
    assert.equal(isWithin({ level: 'entries', index: 1, width: 1 }, 256), false);
  });

  it('have whole hashes', () => assert.equal(readHashTile(new Uint8Array(33)), undefined));
});

describe('an entry bundle', () => {
  it('puts the length of each entry before it, in 16 bits, the high byte first', () => {
    const bundle = writeBundle([Buffer.from('ab'), new Uint8Array(), new Uint8Array(258)]);
    assert.deepEqual([...bundle.slice(0, 8)], [0, 2, 97, 98, 0, 0, 1, 2]);
  });

  it('gives back what was put in', () => {
    const anyEntries = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 });
    fc.assert(
      fc.property(anyEntries, entries => {
        assert.deepEqual(
          readBundle(writeBundle(entries)),
          entries.map(entry => new Uint8Array(entry)),
        );
      }),
    );
  });

  it('is refused when it ends within an entry, and takes no entry over 65,535 bytes', () => {
    assert.equal(readBundle(Uint8Array.of(0, 2, 97)), undefined);
    assert.equal(readBundle(Uint8Array.of(0)), undefined);
    assert.equal(writeBundle([new Uint8Array(65_535)]).length, 65_537);
    assert.throws(() => writeBundle([new Uint8Array(65_536)]), RangeError);
  });
});
