/** Packs, read without trusting them: every page in every form in which it is packed. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sha256Hex } from '#document/text/digest.ts';
import type { Coding, PackEntry, PageEntry, Variant } from '#document/text/manifest.ts';
import { formsOf, type PagePlace, readEntries, readHead, variantOf } from '#document/text/pack.ts';
import { limits } from '../support/client/limits.ts';
import type { CheckFault } from '../support/fault.ts';
import { readPageEntry } from '../support/signed/manifest.ts';

/** A page as its pack has it. */
export interface PackedPage {
  entry: PageEntry;
  /** The file or URL of the pack. */
  where: string;
  bytes: Buffer;
}

/** The pages of a pack; what is wrong with it is added to the faults. */
export function readPack(bytes: Buffer, pack: PackEntry, where: string, faults: CheckFault[]): PackedPage[] {
  checkDigest(bytes, pack, where, faults);
  const { places, entries } = partsOf(bytes);
  if (places.length !== pack.pages || places[0]?.path !== pack.first) {
    faults.push({ where, message: 'It does not begin with a list of the pages that the manifest says.' });
    return [];
  }
  return places.flatMap(place => {
    const { path, entryOffset, entryLength } = place;
    const parsed = readPageEntry(entries.subarray(entryOffset, entryOffset + entryLength));
    if (parsed.ok && parsed.value.path === path)
      return [{ entry: parsed.value, where, bytes: partOf(bytes, place) }];
    const message = parsed.ok ? `Its entry of ${path} is that of another page.` : parsed.message;
    faults.push({ where, message });
    return [];
  });
}

/** The most bytes that the entries of a pack may unpack to: what they say of themselves is not to be believed. */
const maxEntries = 64 * 1024 ** 2;

/** The pages of a pack. None if it is not a pack, or its length is not what it says. */
function partsOf(pack: Buffer): { places: PagePlace[]; entries: Buffer } {
  try {
    // Plain data takes many times as much memory as its text: a list that is too long is not read.
    const { places, entries } = readHead(pack.subarray(0, limits.packHead));
    if (entries.plainLength > maxEntries) throw new Error('No build writes entries of that length.');
    const last = places.at(-1)!;
    if (last.offset + last.length === pack.length) return { places, entries: readEntries(pack, entries) };
  } catch {
    // Damaged, or not a pack at all.
  }
  return { places: [], entries: Buffer.alloc(0) };
}

const partOf = (bytes: Buffer, { offset, length }: { offset: number; length: number }): Buffer =>
  bytes.subarray(offset, offset + length);

/** The pages with their bytes. A page that repeats another has the bytes of the other. */
export function pagesOfPacks(pages: readonly PackedPage[]): PackedPage[] {
  const bytesOf = new Map(pages.map(({ entry, bytes }) => [entry.path, bytes]));
  return pages.map(page => {
    const { same_as: other } = page.entry;
    return other === undefined ? page : { ...page, bytes: bytesOf.get(other) ?? Buffer.alloc(0) };
  });
}

/** The page as it is, packed or unpacked; undefined when it cannot be unpacked. */
export function plainBytes({ entry, bytes }: PackedPage): Buffer | undefined {
  try {
    return variantOf(bytes, entry, 'identity');
  } catch {
    return undefined;
  }
}

/**
 * Checks every form in which a page is packed.
 * @param plain the page as its file has it, for one that is packed in gzip alone
 */
export function checkForms(
  { entry, where, bytes }: PackedPage,
  plain: Uint8Array | undefined,
  faults: CheckFault[],
) {
  const own = formsOf(entry).includes('identity') ? variantOf(bytes, entry, 'identity') : undefined;
  const text = own ?? plain;
  if (own) checkDigest(own, entry, where, faults);
  for (const [coding, variant] of Object.entries(entry.encodings) as [Coding, Variant][]) {
    const packed = variantOf(bytes, entry, coding);
    checkDigest(packed, variant, where, faults);
    if (text && !isPackedOf(coding, packed, text))
      faults.push({ where, message: `It has another text in the ${coding} coding of ${entry.path}.` });
  }
}

/** Checks bytes against what the manifest says of them. */
export function checkDigest(
  bytes: Uint8Array,
  { digest, size }: Variant,
  where: string,
  faults: CheckFault[],
): void {
  if (bytes.length === size && sha256Hex(bytes) === digest) return;
  const message = `The manifest says ${size} bytes with SHA-256 ${digest}; found ${bytes.length} with ${sha256Hex(bytes)}.`;
  faults.push({ where, message });
}

const unpack = { br: brotliDecompressSync, gzip: gunzipSync };

function isPackedOf(coding: Coding, packed: Buffer, bytes: Uint8Array): boolean {
  try {
    // Bounded: a few bytes can unpack to gigabytes.
    return unpack[coding](packed, { maxOutputLength: bytes.length + 1 }).equals(bytes);
  } catch {
    return false;
  }
}
