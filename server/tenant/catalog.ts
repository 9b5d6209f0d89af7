/** The parts of the catalog to which documents of tenants refer: its names, and its starters and formations by digest. */

import type { ArtifactStatus } from '#document/kind/artifact-status.ts';
import { formation } from '#document/kind/formation.ts';
import type { Role } from '#document/kind/topology.ts';
import type { KnownNames } from '#document/message/registered.ts';
import { artifactPath } from '#document/proof/document/page.ts';
import { readDocument } from '#document/text/front-matter.ts';
import { oncePer } from '#document/text/once-per.ts';
import type { Site } from '../site/site.ts';
import type { ArtifactStore } from '../store/artifact.ts';

/** The facts about a formation that locks and plans depend on. */
export interface FormationFacts {
  status: ArtifactStatus;
  roles: readonly Role[];
  /** The whole front matter of the formation. */
  value: Record<string, unknown>;
}

/** Returns the names of a site. They are gathered once for each catalog. */
export const knownNames = oncePer((site: Site): KnownNames => {
  const last = (path: string, folder: string) => path.slice(folder.length).replace(/\.md$/, '');
  const named = (kind: string, folder: string) =>
    site.entries
      .filter(entry => entry.kind === kind && entry.path.startsWith(folder))
      .map(({ path }) => last(path, folder));
  const chosen = '/starters/index.md?task_class=';
  const paths = site.pages.keys().filter(path => path.startsWith(chosen));
  return {
    patterns: new Set(named('pattern', '/patterns/')),
    sources: new Set(named('research_record', '/research/')),
    starters: new Set(named('starter', '/starters/').map(name => name.split('/')[0]!)),
    taskClasses: new Set(paths.map(path => path.slice(chosen.length))),
    publishers: new Set([...named('publisher', '/publishers/'), ...publishersOf(site)]),
  };
});

/** Returns the publishers that have a formation in the catalog, even if they have no page of their own. */
const publishersOf = (site: Site): string[] =>
  site.pages.keys().flatMap(path => /^\/formations\/([^/]+)\/./.exec(path)?.[1] ?? []);

/** Returns the status of the starter or formation of the catalog with a digest; undefined if there is none. */
export const publicStatus = ({ pages }: Site, digest: string): ArtifactStatus | undefined =>
  pages.get(artifactPath(digest))?.entry.artifact?.status;

/** Reads the starter or formation of the catalog with a digest. Returns undefined if there is none. */
async function publicFormation({ pages }: Site, digest: string): Promise<FormationFacts | undefined> {
  const page = pages.get(artifactPath(digest));
  return page?.entry.artifact && formationFacts(await page.text(), page.entry.artifact.status);
}

/** Where the documents that a tenant refers to are looked up: its own artifacts, and the catalog that is served. */
export interface Reach {
  tenantId: string;
  context: { store: { artifacts: ArtifactStore }; site(): Site };
}

/**
 * Finds the formation with a digest that the tenant may read; `facts` is undefined if there is none. `own` tells whether it is
 * the tenant's own or one of the catalog.
 */
export async function findFormation(
  digest: string,
  { context, tenantId }: Reach,
): Promise<{ facts: FormationFacts | undefined; own: boolean }> {
  const found = await context.store.artifacts.find(tenantId, digest);
  if (found?.kind === formation.kind)
    return { facts: formationFacts(found.content, found.status), own: true };
  return { facts: await publicFormation(context.site(), digest), own: false };
}

function formationFacts(text: string, status: ArtifactStatus): FormationFacts {
  const value = frontMatterOf(text);
  return { status, roles: value.roles as Role[], value };
}

/**
 * Returns the front matter of a document that was checked when it was published or registered.
 * @throws Error for any other text that cannot be read
 */
export function frontMatterOf(text: string): Record<string, unknown> {
  const parsed = readDocument(text);
  if (!parsed.ok) throw new Error('A registered document cannot be read.');
  return parsed.document.value;
}
