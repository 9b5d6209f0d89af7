/** The record of a published version, which states the digest that its bytes must keep (docs/formations.md#10). */
import { digest, time } from './field.ts';
import { defineKind } from './kind.ts';

/** The folder below `content/` that records the publication of each version, in a file with the path of the version. */
export const publicationFolder = 'trust/publications';

export const publication = defineKind({
  kind: 'publication',
  form: 'source',
  description: 'The record of a published version. `npm run publish-version` writes it.',
  source: { layout: `${publicationFolder}/{+version}.md`, composed: true, record: true },
  fields: {
    digest: digest.meta({ description: 'The digest of its bytes.' }),
    published_at: time.meta({ description: 'The time at which it was first published.' }),
  },
});
