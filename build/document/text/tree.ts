/**
 * Reads a tree that need not be trusted: nothing in it is used before it was checked against its digest and its form. The
 * functions have no side effects.
 */
import { z } from 'zod';
import { sha256Hex } from './digest.ts';
import {
  type Covered,
  type ManifestFile,
  type ManifestPart,
  manifestFormat,
  type PageEntry,
} from './manifest.ts';

/** The ending of a file's name until the file is put in place, which happens right after the manifest that has its digest. */
export const stagedSuffix = '.next';

const digest = z.string().regex(/^[0-9a-f]{64}$/);
// Relative and without `..`, since a manifest must not lead a reader out of its folder.
const file = z
  .string()
  .regex(/^[^\\\0]+$/)
  .refine(name => name.split('/').every(part => part !== '' && part !== '.' && part !== '..'));
const count = z.int().min(0);
const covered = { digest, size: count.max(256 * 1024 ** 2) };

const page = z.looseObject({
  ...covered,
  file,
  path: z.string().startsWith('/'),
  media_type: z.string(),
  kind: z.string(),
  listed: z.boolean(),
  described_by: z.string().optional(),
  canonical: z.string().optional(),
  same_as: z.string().optional(),
  links: z.array(z.string()).optional(),
  artifact: z.looseObject({ digest, status: z.string() }).optional(),
});

const part = z.strictObject({ ...covered, file, section: z.string(), first: z.string(), pages: count });
const redirect = z.strictObject({ path: z.string(), to: z.string() });

const manifest = z.strictObject({
  format: z.literal(manifestFormat),
  base_url: z.string().regex(/^https?:\/\/[^/]+$/),
  profile: z.literal('static').optional(),
  builder: z.looseObject({ version: z.string().max(100), digest }),
  parts: z.array(z.unknown()),
  redirects: z.array(z.unknown()),
});

/** The most items in a list. A catalog of 100,000 documents has 15,000 redirects and 700 parts. */
const maxItems = 100_000;
/** The most links of a page, which is more than any page has. */
const maxLinks = 100;

type Reading<Value> = { ok: true; value: Value } | { ok: false; message: string };

/** Reads the bytes of `manifest.json`. Returns a message if they are wrong. */
export function readManifest(bytes: Uint8Array): Reading<ManifestFile> {
  const name = 'The manifest';
  const json = readJson(bytes, name);
  const read = json.ok ? checked(json.value, manifest, name) : json;
  if (!read.ok) return read;
  const parts = checkedEach<ManifestPart>(read.value.parts, part, `${name}: parts`);
  if (!parts.ok) return parts;
  const redirects = checkedEach<ManifestFile['redirects'][number]>(
    read.value.redirects,
    redirect,
    `${name}: redirects`,
  );
  if (!redirects.ok) return redirects;
  return {
    ok: true,
    value: { ...read.value, parts: parts.value, redirects: redirects.value } as ManifestFile,
  };
}

/**
 * Reads the entries in a part of the manifest. Returns a message if the part is wrong.
 * @param of the part as the manifest names it
 */
export function readPart(bytes: Uint8Array, of: ManifestPart): Reading<PageEntry[]> {
  const name = `The part ${of.file} of the manifest`;
  if (!covers(of, bytes))
    return { ok: false, message: `${name} does not have the digest that the manifest states.` };
  const json = readJson(bytes, name);
  if (!json.ok) return json;
  if (!Array.isArray(json.value)) return { ok: false, message: `${name} is no list.` };
  const entries = checkedEach<PageEntry>(json.value, page, name);
  if (!entries.ok || (entries.value.length === of.pages && entries.value[0]?.path === of.first))
    return entries;
  return { ok: false, message: `${name} does not list the pages that the manifest says.` };
}

function readJson(bytes: Uint8Array, name: string): Reading<unknown> {
  try {
    return { ok: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return { ok: false, message: `${name} is not JSON.` };
  }
}

/**
 * Checks items up to the first that is wrong. It stops there, because a fault takes a hundred times as much memory as its item.
 */
function checkedEach<Item>(items: readonly unknown[], schema: z.ZodType, name: string): Reading<Item[]> {
  if (items.length > maxItems) return { ok: false, message: `${name} lists more than ${maxItems} items.` };
  const values: Item[] = [];
  for (const [at, item] of items.entries()) {
    const { links } = Object(item) as { links?: unknown };
    if (Array.isArray(links) && links.length > maxLinks)
      return { ok: false, message: `${name} is wrong at ${at}.links: it has more than ${maxLinks}.` };
    const read = checked(item, schema as z.ZodType<Item>, name, at);
    if (!read.ok) return read;
    values.push(read.value);
  }
  return { ok: true, value: values };
}

function checked<Value>(value: unknown, schema: z.ZodType<Value>, name: string, at?: number): Reading<Value> {
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, value: result.data };
  const issue = result.error.issues[0]!;
  const place = [...(at === undefined ? [] : [at]), ...issue.path].join('.');
  return { ok: false, message: `${name} is wrong at ${place}: ${issue.message}` };
}

/** Tells whether bytes have the size and digest that the manifest states. */
export const covers = ({ size, digest: expected }: Covered, bytes: Uint8Array): boolean =>
  bytes.length === size && sha256Hex(bytes) === expected;

/** Reads a file of a tree by its name; undefined if there is none. */
type Read = (name: string) => Promise<Buffer | undefined>;

/**
 * Reads a file of a tree at its place, or beside it if a build is just putting it there.
 * @returns undefined if neither file has the bytes that the manifest states
 */
export async function readCovered(read: Read, name: string, of: Covered): Promise<Buffer | undefined> {
  for (const each of [name, name + stagedSuffix]) {
    const bytes = await read(each);
    if (bytes && covers(of, bytes)) return bytes;
  }
  return undefined;
}
