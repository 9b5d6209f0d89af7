/** Precompressed variants: made once by the build where they save a reader something. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Coding } from '#document/manifest.ts';

/**
 * Brotli at 5 takes a fifth less time than at 9 on pages of this size, for a few bytes in a thousand; 11 would save a tenth
 * of the bytes and take forty times as long. gzip is for clients that know no better, at its best.
 */
const brotliQuality = 5;
const gzipLevel = 9;

/** A variant pays when it saves at least this share of the bytes, and at least so many. */
const minShare = 0.1;
const minBytes = 64;

/** The variants of a page that pay, by coding. */
export function compressions(bytes: Uint8Array): Partial<Record<Coding, Buffer>> {
  const candidates: Record<Coding, Buffer> = {
    br: brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
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
