/** Ranks that are looked up in a file: they count what the tokenizer counts, and nothing else is taken for them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { RankFile, writeRanks } from '../../../build/keep/rank-file.ts';
import { temporaryFolder } from '../../support/folder.ts';

const folder = temporaryFolder();
const path = join(folder, 'build-cache/ranks');
writeRanks(path, 'one', ranks);
const kept = RankFile.open(path, 'one')!;

const wordsOf = (text: string): string[] => text.match(O200K_TOKEN_SPLIT_REGEX) ?? [];

function assertCounted(text: string): void {
  for (const word of wordsOf(text)) assert.equal(kept.count(Buffer.from(word)), countTokens(word), word);
}

describe('the ranks in a file', () => {
  test('count the words of a text as the tokenizer does', () => {
    assertCounted(
      'Begin with this: antidisestablishmentarianism, 12,345 µs, naïve façades, 東京タワー, 👩‍👩‍👧 and ```sh\n\n\n',
    );
  });

  test('count any word as the tokenizer does', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.string({ unit: fc.constantFrom(...'aeioutnrsldé-_ /.AEST'), maxLength: 30 }),
    );
    fc.assert(fc.property(texts, assertCounted), { numRuns: 500 });
  });

  test('are not those of another version, or of a file that is none', () => {
    assert.equal(RankFile.open(path, 'two'), undefined);
    assert.equal(RankFile.open(join(folder, 'none'), 'one'), undefined);
  });

  for (const [what, damage] of [
    ['cut', (bytes: Buffer) => bytes.subarray(0, bytes.length / 9)],
    ['emptied', (bytes: Buffer) => bytes.fill(0, 3)],
    ['overwritten', (bytes: Buffer) => bytes.fill('#', 3)],
  ] as const) {
    test(`are not believed where the file is ${what}`, () => {
      const other = join(folder, what);
      writeFileSync(other, damage(readFileSync(path)));
      const file = RankFile.open(other, 'one')!;
      const words = wordsOf('Nothing of this is counted, 東京 neither');
      for (const word of words) {
        const count = file.count(Buffer.from(word));
        assert.ok(count === undefined || count === countTokens(word), word);
      }
      assert.ok(words.some(word => file.count(Buffer.from(word)) === undefined));
    });
  }

  test('are written once where two threads of a process would', () => {
    const other = join(folder, 'other');
    writeFileSync(`${other}.${process.pid}`, 'half of what another thread writes');
    writeRanks(other, 'one', ranks);
    assert.ok(!readdirSync(folder).includes('other'));
  });
});
