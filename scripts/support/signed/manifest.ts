/** Reads `manifest.json` and the entries of packs without trusting them: nothing is used before it was checked. */
import { z } from 'zod';
import { type ManifestFile, manifestFormat, type PageEntry } from '#document/text/manifest.ts';

const digest = z.string().regex(/^[0-9a-f]{64}$/);
// Relative and without `..`: a manifest must not lead a reader outside its folder.
const file = z
  .string()
  .regex(/^[^\\\0]+$/)
  .refine(name => name.split('/').every(part => part !== '' && part !== '.' && part !== '..'));
const count = z.int().min(0);
/** No page or pack is longer: a few bytes can say that they unpack to gigabytes. */
const maxSize = 256 * 1024 ** 2;
const variant = { digest, size: count.max(maxSize) };

const page = z.looseObject({
  ...variant,
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
  encodings: z.strictObject({
    br: z.strictObject(variant).optional(),
    gzip: z.strictObject(variant).optional(),
  }),
});

const manifest = z.strictObject({
  format: z.literal(manifestFormat),
  base_url: z.string().regex(/^https?:\/\/[^/]+$/),
  profile: z.literal('static').optional(),
  builder: z.looseObject({ version: z.string().max(100), digest }).optional(),
  packs: z.array(z.strictObject({ ...variant, first: z.string(), pages: count, head: count })),
  redirects: z.array(z.strictObject({ path: z.string(), to: z.string() })),
});

/** More than any list of a catalog has. */
const maxItems = 10_000;

type ManifestResult<Value> = { ok: true; value: Value } | { ok: false; message: string };

/** The manifest in these bytes, or what is wrong with it. */
export const readManifest = (bytes: Uint8Array): ManifestResult<ManifestFile> =>
  read(bytes, manifest as unknown as z.ZodType<ManifestFile>, 'The manifest');

/** The entry of a page in these bytes, or what is wrong with it. */
export const readPageEntry = (bytes: Uint8Array): ManifestResult<PageEntry> =>
  read(bytes, page as unknown as z.ZodType<PageEntry>, 'An entry');

function read<Value>(bytes: Uint8Array, schema: z.ZodType<Value>, name: string): ManifestResult<Value> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return { ok: false, message: `${name} is not JSON.` };
  }
  // A fault about an item takes a hundred times as much memory as the item.
  const long = Object.entries(Object(value)).find(
    ([, each]) => Array.isArray(each) && each.length > maxItems,
  );
  if (long) return { ok: false, message: `${name} lists more than ${maxItems} items in ${long[0]}.` };
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, value: result.data };
  const issue = result.error.issues[0]!;
  return { ok: false, message: `${name} is wrong at ${issue.path.join('.')}: ${issue.message}` };
}
