/** Reads `manifest.json` as a stranger does: nothing in it is believed before it was looked at. */
import { z } from 'zod';
import { type Manifest, manifestFormat } from '#document/manifest.ts';

const digest = z.string().regex(/^[0-9a-f]{64}$/);
// Relative, without a step upwards: a manifest must not make anybody read outside its folder.
const file = z.string().regex(/^(?!\/)(?!.*(?:^|\/)\.\.?(?:\/|$))[^\\\0]+$/);
const variant = { file, digest, size: z.int().min(0) };

const page = z.looseObject({
  ...variant,
  path: z.string().startsWith('/'),
  media_type: z.string(),
  kind: z.string(),
  listed: z.boolean(),
  described_by: z.string().optional(),
  canonical: z.string().optional(),
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
  pages: z.array(page),
  redirects: z.array(z.strictObject({ path: z.string(), to: z.string() })),
});

/** The manifest in these bytes, or what is wrong with it. */
export function readManifest(
  bytes: Uint8Array,
): { ok: true; manifest: Manifest } | { ok: false; message: string } {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return { ok: false, message: 'The manifest is not JSON.' };
  }
  const result = manifest.safeParse(value);
  if (result.success) return { ok: true, manifest: result.data as unknown as Manifest };
  const issue = result.error.issues[0]!;
  return { ok: false, message: `The manifest is wrong at ${issue.path.join('.')}: ${issue.message}` };
}
