/** What tenants' documents may refer to in the catalog that is served: its names, and its formations by digest. */
import { readDocument } from '#document/front-matter.ts';
import type { ArtifactStatus } from '#document/kind/artifact-status.ts';
import type { Role } from '#document/kind/topology.ts';
import type { KnownNames } from '#document/registered.ts';
import { artifactPath } from '#document/trust/page.ts';
import type { Site } from '../site.ts';

/** A formation as a lock and a plan need it. */
export interface FormationFacts {
  status: ArtifactStatus;
  roles: readonly Role[];
  /** The whole front matter. */
  value: Record<string, unknown>;
}

const names = new WeakMap<Site, KnownNames>();

/** The names of a site; gathered once for each catalog that is served. */
export function knownNames(site: Site): KnownNames {
  const known = names.get(site) ?? gather(site);
  names.set(site, known);
  return known;
}

function gather(site: Site): KnownNames {
  const last = (path: string, folder: string) => path.slice(folder.length).replace(/\.md$/, '');
  const named = (kind: string, folder: string) =>
    [...site.pages.values()]
      .filter(({ entry }) => entry.kind === kind && entry.path.startsWith(folder))
      .map(({ entry }) => last(entry.path, folder));
  const chosen = '/starters/index.md?task_class=';
  const paths = [...site.pages.keys()].filter(path => path.startsWith(chosen));
  return {
    patterns: new Set(named('pattern', '/patterns/')),
    sources: new Set(named('research_record', '/research/')),
    taskClasses: new Set(paths.map(path => path.slice(chosen.length))),
  };
}

/** A starter or formation of the catalog by its digest; undefined when it has none of that digest. */
export function publicFormation(site: Site, digest: string): FormationFacts | undefined {
  const page = site.pages.get(artifactPath(digest));
  if (!page?.entry.artifact) return undefined;
  return formationFacts(page.identity.body.toString('utf8'), page.entry.artifact.status);
}

/** The facts of a formation whose text was checked when it was published or registered. */
export function formationFacts(text: string, status: ArtifactStatus): FormationFacts {
  const reading = readDocument(text);
  if (!reading.ok) throw new Error('A registered formation cannot be read.');
  const { value } = reading.document;
  return { status, roles: value.roles as Role[], value };
}
