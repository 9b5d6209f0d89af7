/** Precompressed variants: made once by the build where they save a reader something. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Coding } from '#document/manifest.ts';

/**
 * Brotli at 9 costs a tenth of the time of 11 and comes within a few percent of it on pages of this size; gzip is for
 * clients that know no better, at its best.
 */
const brotliQuality = 9;
const gzipLevel = 9;

/** A variant pays when it saves at least this share of the bytes, and at least so many. */
const minShare = 0.1;
const minBytes = 64;

/** The variants of a page that pay, by coding. */
export function compressions(bytes: Buffer): Partial<Record<Coding, Buffer>> {
  const candidates: Record<Coding, Buffer> = {
    br: brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_LGWIN]: windowBits(bytes.length),
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    gzip: gzipSync(bytes, { level: gzipLevel }),
  };
  const worthwhile = Object.entries(candidates).filter(
    ([, packed]) => bytes.length - packed.length >= Math.max(minBytes, bytes.length * minShare),
  );
  return Object.fromEntries(worthwhile);
}

/**
 * The window of Brotli, just large enough for the page. Past 16 bits quality 9 clears tables of megabytes before each
 * page: 25 times the time for a page of 4 KB, and no byte saved.
 */
function windowBits(size: number): number {
  return Math.min(constants.BROTLI_MAX_WINDOW_BITS, Math.max(16, Math.ceil(Math.log2(size + 16))));
}
