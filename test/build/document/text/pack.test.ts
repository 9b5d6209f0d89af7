/** Packs: what was put in comes out again, and nothing else is taken for one. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { sha256Hex } from '#document/text/digest.ts';
import { type Coding, codings, type PageEntry } from '#document/text/manifest.ts';
import {
  formsOf,
  hasDigests,
  readEntries,
  readEntry,
  readHead,
  variantOf,
  writePack,
} from '#document/text/pack.ts';
import { anyText } from '../../../support/text.ts';

/** A page as it is, and the bytes of its variants. */
interface Made {
  entry: PageEntry;
  variants: Partial<Record<Coding | 'identity', Uint8Array | undefined>>;
}

const anyPage = fc
  .record({
    path: anyText().map(text => `/${text}`),
    identity: fc.uint8Array(),
    br: fc.option(fc.uint8Array({ minLength: 1 }), { nil: undefined }),
    isZipped: fc.boolean(),
  })
  .map(({ path, isZipped, ...plain }): Made => {
    const variants = { ...plain, gzip: isZipped ? gzipSync(plain.identity) : undefined };
    const about = (bytes: Uint8Array) => ({ digest: sha256Hex(bytes), size: bytes.length });
    const encodings = Object.fromEntries(
      codings.flatMap(coding => (variants[coding] ? [[coding, about(variants[coding])]] : [])),
    );
    const entry = { path, file: 'a.md', kind: 'doc', media_type: 'text/plain', listed: true, tokens: 1 };
    return { entry: { ...entry, ...about(variants.identity), encodings }, variants };
  });

const packOf = (pages: readonly Made[]) =>
  writePack(
    pages.map(({ entry, variants }) => ({
      path: entry.path,
      entry: JSON.stringify(entry),
      bytes: Buffer.concat(formsOf(entry).map(form => variants[form]!)),
    })),
  );

describe('a pack', () => {
  test('gives back every page and every variant', () => {
    fc.assert(
      fc.property(fc.array(anyPage, { minLength: 1 }), pages => {
        const { entry, bytes } = packOf(pages);
        assert.deepEqual([entry.size, entry.digest], [bytes.length, sha256Hex(bytes)]);
        assert.deepEqual([entry.first, entry.pages], [pages[0]!.entry.path, pages.length]);
        // All but the bytes of pages can be read without them.
        const start = bytes.subarray(0, entry.head);
        const head = readHead(start);
        const entries = readEntries(start, head.entries);
        for (const [at, place] of head.places.entries()) {
          const page = pages[at]!;
          assert.deepEqual(readEntry(entries, place), page.entry);
          const packed = bytes.subarray(place.offset, place.offset + place.length);
          assert.ok(hasDigests(page.entry, packed));
          for (const form of ['identity', ...codings] as const) {
            const expected = page.variants[form];
            if (expected) assert.ok(variantOf(packed, page.entry, form).equals(expected));
            else assert.throws(() => variantOf(packed, page.entry, form), /has no (?:br|gzip) variant/);
          }
        }
      }),
    );
  });

  test('is not taken from bytes that are none', () => {
    for (const text of ['', '[]', '{}\n', '[2,[["/",1,1]]', '[1]\n', 'packs\n'])
      assert.throws(() => readHead(Buffer.from(text)), text);
  });

  test('does not unpack more than it says', () => {
    const { bytes } = packOf(fc.sample(anyPage, 1));
    const { entries } = readHead(bytes);
    assert.throws(() => readEntries(bytes, { ...entries, plainLength: entries.plainLength - 1 }));
  });
});
