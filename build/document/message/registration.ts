/** A registration: the answer to a document that a tenant registered. */
import { z } from 'zod';
import { count, digest, line, sitePath, time } from '../kind/field.ts';
import { defineKind } from '../kind/kind.ts';

export const registration = defineKind({
  kind: 'registration',
  form: 'message',
  description:
    'The registered document and its address. The same bytes are the same artifact, and the answer is then 200.',
  fields: {
    registered: line(64).meta({ description: 'The kind of the document.', examples: ['execution_lock'] }),
    digest: digest.meta({
      description: 'The digest of the artifact: the SHA-256 of the bytes as they were sent.',
    }),
    size_bytes: count(262144, 'bytes').meta({ description: 'The size of the document.', examples: [1830] }),
    registered_at: time.meta({ description: 'The time at which the document was first registered.' }),
    artifact_path: sitePath.meta({ description: 'The path of the exact bytes.' }),
    signature_path: sitePath.meta({ description: 'The path of the signature receipt.' }),
    status_path: sitePath.meta({
      description:
        'The path of the status, which also says why the artifact cannot be evaluated or recommended.',
    }),
    same_version: z.array(digest).max(20).optional().meta({
      rules: '1 to 20 items, newest first; absent when there is none',
      description: 'Other documents of the tenant with the same name and version and another body.',
    }),
  },
});
