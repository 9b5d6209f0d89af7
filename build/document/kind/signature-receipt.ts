/** A signature receipt: a signature over an artifact, kept apart from it, and the proof that its publication was logged. */
import { z } from 'zod';
import { count, digest, sitePath, time } from './field.ts';
import { defineKind } from './kind.ts';
import { base64Bytes, keyId } from './signing-keys.ts';

const whole = count(Number.MAX_SAFE_INTEGER);

export const signatureReceipt = defineKind({
  kind: 'signature_receipt',
  form: 'page',
  description:
    'A detached Ed25519 signature over the exact bytes of an artifact, with its place in the transparency log.',
  fields: {
    digest: digest.meta({ description: 'The artifact that was signed.' }),
    size_bytes: count(Number.MAX_SAFE_INTEGER, 'bytes').meta({
      description: 'The length of the artifact.',
      examples: [4312],
    }),
    algorithm: z.literal('ed25519').meta({
      description: 'Ed25519 over the artifact bytes themselves, without any wrapping.',
      examples: ['ed25519'],
    }),
    key_id: keyId.meta({ description: 'The key that signed, as `/trust/keys.md` lists it.' }),
    signature: base64Bytes(64).meta({ description: 'The signature.' }),
    signed_at: time.meta({
      description:
        'When it counts as signed: at publication, or when the key began to sign if that was later.',
    }),
    published_path: sitePath.optional().meta({
      description: 'The path under which the artifact was published; part of the log entry.',
      examples: ['/starters/breadth-first-research/1.0.0.md'],
    }),
    published_at: time.optional().meta({
      description: 'The time at which it was first published; part of the log entry.',
    }),
    log_index: whole.optional().meta({
      description: 'The entry of the transparency log that records its publication, counted from 0.',
      examples: [5],
    }),
    log_size: whole.optional().meta({
      description: 'The size of the tree that the proof leads to: the second line of `/log/checkpoint`.',
      examples: [8],
    }),
    inclusion_proof: z
      .array(base64Bytes(32))
      .max(64)
      .optional()
      .meta({
        rules: '0 to 64 items (RFC 6962, 2.1.1)',
        description: 'The hashes from the leaf of the entry up to the root of the checkpoint.',
        examples: ['[]'],
      }),
  },
});
