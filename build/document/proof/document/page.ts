/** A page about trust, before it is written: the build and the server write it with `writeDocument`. */
import { head, type Kind } from '../../kind/kind.ts';

export interface TrustPage {
  path: string;
  kind: string;
  /** The whole front matter, common fields first. */
  value: Record<string, unknown>;
  /** The Markdown below the title, beginning at `##`. */
  body: string;
}

export interface TrustPageHead {
  path: string;
  title: string;
  description: string;
}

/** Where an artifact is served: in public, or to a tenant below its prefix. */
export interface Place {
  baseUrl: string;
  /** `/v1/tenants/{tenant_id}` for what only a tenant may read. */
  tenantPrefix?: string;
}

/** Returns the address of an artifact by its digest, in the form `sha256:` and hexadecimal digits or the digits alone. */
export function artifactPath(digest: string, page: '' | 'signature' | 'status' = '', prefix = ''): string {
  const hex = digest.replace(/^sha256:/, '');
  return `${prefix}/artifacts/sha256/${hex}${page === '' ? '' : `/${page}`}.md`;
}

/** Puts together a page of a kind with its fields. */
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
