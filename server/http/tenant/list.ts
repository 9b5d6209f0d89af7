/** The lists of a tenant's artifacts, page by page (docs/tenants.md#8). */
import { index } from '#document/kind/index.ts';
import { escapeMarkdown } from '#document/plain-text.ts';
import { artifactPath } from '#document/trust/page.ts';
import type { ListedArtifact } from '../../store/artifact.ts';
import { rfc3339 } from '../../ticket/time.ts';
import type { Call } from './access.ts';
import { tenantPage } from './page.ts';
import { pageOf } from './query.ts';
import type { Read } from './read.ts';

/** A list of the artifacts of a kind, at a path below the prefix of the tenant. */
interface List {
  kind: string;
  path: string;
  title: string;
  description: string;
}

export const formations: List = {
  kind: 'formation',
  path: '/formations/index.md',
  title: 'Private candidates',
  description: 'The formations that the tenant registered.',
};
export const locks: List = {
  kind: 'execution_lock',
  path: '/execution-locks/index.md',
  title: 'Execution locks',
  description: 'The resolved configurations that the tenant registered.',
};
export const evidence: List = {
  kind: 'evidence_snapshot',
  path: '/evidence/index.md',
  title: 'Evidence snapshots',
  description: 'What the evaluations of the tenant have shown.',
};

export const listing =
  (list: List): Read =>
  async call => {
    const { after, limit } = pageOf(call.query);
    // One more than asked for tells whether the list goes on.
    const found = await call.context.store.artifacts.page(call.tenantId, list.kind, after, limit + 1);
    const shown = found.items.slice(0, limit);
    const next = found.items.length > limit ? shown.at(-1)!.number : undefined;
    const path = `${call.prefix}${list.path}`;
    return tenantPage(call, {
      kind: index,
      path,
      title: list.title,
      description: list.description,
      fields: fieldsOf(list.kind, found.total, next, shown, call),
      body: shown.length === 0 ? 'Nothing is listed here.' : shown.map(item => lineOf(item, call)).join('\n'),
      ...(next !== undefined && { links: [`<${path}?after=${next}&limit=${limit}>; rel="next"`] }),
    });
  };

function fieldsOf(
  lists: string,
  total: number,
  next: number | undefined,
  shown: readonly ListedArtifact[],
  { prefix }: Call,
) {
  const items = shown.map(({ number, digest, title, status, registered_at }) => ({
    number,
    digest,
    path: artifactPath(digest, '', prefix),
    title,
    status,
    registered_at: rfc3339(registered_at),
  }));
  return { lists, total, ...(next !== undefined && { next_after: next }), items };
}

const lineOf = ({ title, digest, status }: ListedArtifact, { prefix }: Call): string =>
  `- [${escapeMarkdown(title)}](${artifactPath(digest, '', prefix)}): ${status}`;
