/** Writes the pages of a tenant: fields that all pages have, those of the kind, a title and a body. */

import { head, type Kind } from '#document/kind/kind.ts';
import type { TrustPage } from '#document/proof/document/page.ts';
import { writeDocument } from '#document/text/front-matter.ts';
import { escapeMarkdown } from '#document/text/plain-text.ts';
import type { Call } from './access.ts';
import type { TenantPage } from './read.ts';

export function tenantPage(
  call: Call,
  page: {
    kind: Pick<Kind, 'kind' | 'schema' | 'form'>;
    path: string;
    title: string;
    description: string;
    fields: Record<string, unknown>;
    body: string;
    links?: readonly string[];
  },
): TenantPage {
  const { kind, path, title, description, fields, body, links } = page;
  const { baseUrl } = call.context.site();
  const common = head(kind, { path, baseUrl, title, description, visibility: 'tenant' });
  const text = writeDocument({ ...common, ...fields }, `# ${escapeMarkdown(title)}\n\n${body}`);
  return { path, kind: kind.kind, text, ...(links && { links }) };
}

/** Converts a page about trust to a page of a tenant. */
export function trustTenantPage({ path, kind, value, body }: TrustPage): TenantPage {
  return { path, kind, text: writeDocument(value, `# ${value.title}\n\n${body}`) };
}
