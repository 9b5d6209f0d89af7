/** A page about trust before it is written. The build and the server write it with `writeDocument`. */
import { head, type Kind } from '../../kind/kind.ts';

export interface TrustPage {
  path: string;
  kind: string;
  /** The whole front matter, common fields first. */
  value: Record<string, unknown>;
  /** The Markdown below the title. Its headings begin at `##`. */
  body: string;
}

export interface TrustPageHead {
  path: string;
  title: string;
  description: string;
}

/** The place at which an artifact is served: in public, or below the prefix of a tenant. */
export interface Place {
  baseUrl: string;
  /** `/v1/tenants/{tenant_id}` for what only a tenant may read; absent for what is public. */
  tenantPrefix?: string;
}

/**
 * Returns the path of an artifact by its digest, or of its signature or status.
 * @param digest hexadecimal digits, with or without `sha256:`
 */
export function artifactPath(digest: string, page: '' | 'signature' | 'status' = '', prefix = ''): string {
  const hex = digest.replace(/^sha256:/, '');
  return `${prefix}/artifacts/sha256/${hex}${page === '' ? '' : `/${page}`}.md`;
}

/** Makes a page of a kind: its front matter is the common fields and then the given ones, and its body is the given one. */
export function trustPage<Fields>(
  kind: Pick<Kind, 'kind' | 'schema' | 'form'>,
  place: Place,
  page: TrustPageHead & { fields: Fields; body: string },
): TrustPage {
  const { path, title, description, fields, body } = page;
  const visibility = place.tenantPrefix === undefined ? 'public' : 'tenant';
  const common = head(kind, { path, baseUrl: place.baseUrl, title, description, visibility });
  return { path, kind: kind.kind, value: { ...common, ...fields }, body };
}
