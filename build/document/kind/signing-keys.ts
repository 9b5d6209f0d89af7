/** The public list of the signing keys of a deployment (docs/trust.md#1). */
import { z } from 'zod';
import { line, time } from './field.ts';
import { defineKind } from './kind.ts';

/** The states of keys. A `retired` key still verifies what it signed; what a `revoked` key signed no longer counts. */
export const keyStates = ['active', 'retired', 'revoked'] as const;

export type KeyState = (typeof keyStates)[number];

/**
 * The purposes of keys; each key has one. `publication`: what the catalog publishes. `tenant`: what the service stores for
 * tenants. `log`: the checkpoints of the log.
 */
export const keyPurposes = ['publication', 'tenant', 'log'] as const;

export type KeyPurpose = (typeof keyPurposes)[number];

export const keyId = z
  .string()
  .regex(/^[0-9a-f]{16}$/, 'expected 16 lowercase hexadecimal digits')
  .meta({
    rules: 'the first 16 hexadecimal digits of the SHA-256 of the raw public key',
    examples: ['56475aa75463474c'],
  });

/**
 * Makes the schema of the base64 of a fixed number of bytes, in its one canonical form, in which unused bits are 0 (RFC 4648,
 * 3.5).
 */
export const base64Bytes = (bytes: number) =>
  z
    .string()
    .refine(text => isBase64Of(text, bytes), `expected the base64 of ${bytes} bytes`)
    .meta({ rules: `base64 of ${bytes} bytes`, examples: [Buffer.alloc(bytes).toString('base64')] });

function isBase64Of(text: string, bytes: number): boolean {
  const decoded = Buffer.from(text, 'base64');
  return decoded.length === bytes && decoded.toString('base64') === text;
}

const pem = z
  .string()
  .regex(
    /^-----BEGIN PUBLIC KEY-----\n[A-Za-z0-9+/=]{60}\n-----END PUBLIC KEY-----\n$/,
    'expected an Ed25519 public key in PEM',
  )
  .meta({ rules: 'PEM `PUBLIC KEY` (RFC 8410)' });

export const signingKeys = defineKind({
  kind: 'signing_keys',
  form: 'page',
  description: 'The keys with which this deployment signs or has signed its artifacts and its log.',
  fields: {
    keys: z
      .array(
        z.strictObject({
          key_id: keyId.meta({ description: 'The name of the key in signature receipts.' }),
          purpose: z
            .enum(keyPurposes)
            .optional()
            .meta({
              rules: 'absent in lists from before keys had purposes, when one key signed everything',
              description:
                'publication: it signs what the catalog publishes; tenant: what the service keeps for tenants; log: ' +
                'the checkpoint of the log. Its signature on anything else does not count.',
              examples: ['publication'],
            }),
          algorithm: z
            .literal('ed25519')
            .meta({ description: 'The signature algorithm.', examples: ['ed25519'] }),
          public_key: base64Bytes(32).meta({ description: 'The key itself, raw (RFC 8032).' }),
          public_key_pem: pem.meta({ description: 'The same key in the form that OpenSSL reads.' }),
          log_key: line(600)
            .optional()
            .meta({
              rules: '`name+id+key` (C2SP signed-note, Verifier keys); keys of the purpose log alone',
              description: 'The same key in the form that verifiers of the checkpoint read.',
              examples: [
                'example.com/log/56475aa75463474c+e64ab1b0+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
              ],
            }),
          state: z.enum(keyStates).meta({
            description:
              'active: it signs now; retired: it signs nothing new and verifies what it signed; revoked: nothing that it signed counts.',
            examples: ['active'],
          }),
          not_before: time.meta({ description: 'The time at which it began to sign.' }),
          not_after: time.optional().meta({ description: 'The time at which it stopped signing.' }),
        }),
      )
      .min(1)
      .meta({
        rules: '1 or more items; of each purpose the active key first',
        description: 'The keys by purpose, newest first.',
      }),
  },
});
