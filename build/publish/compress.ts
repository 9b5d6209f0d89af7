/** Precompressed variants: made once by the build where they save a reader something. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Coding } from '#document/text/manifest.ts';

/**
 * Brotli at 5 takes a fifth less time than at 9 on pages of this size, for a few bytes in a thousand; 11 would save a tenth
 * of the bytes and take forty times as long. gzip at 4 takes a quarter less time than at 6, for a fiftieth of the bytes.
 */
const brotliQuality = 5;
const gzipLevel = 4;

/** A variant pays when it saves at least this share of the bytes, and at least this many. */
const minShare = 0.1;
const minBytes = 64;

const compressors: Record<Coding, (bytes: Uint8Array) => Buffer> = {
  br: bytes =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: bytes => gzipSync(bytes, { level: gzipLevel }),
};

/** The variants of a page that pay, by coding, among those that are wanted. */
export function compressions(bytes: Uint8Array, wanted: readonly Coding[]): Partial<Record<Coding, Buffer>> {
  const limit = bytes.length - Math.max(minBytes, bytes.length * minShare);
  const packed = wanted.map(coding => [coding, compressors[coding](bytes)] as const);
  return Object.fromEntries(packed.filter(([, { length }]) => length <= limit));
}
