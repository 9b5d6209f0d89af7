/**
 * The catalog in the form from which the reading edition takes the facts around each page. The build
 * and the verifier each make one.
 */

import { compare } from 'semver';
import { type CitedSource, citedNames } from '#document/text/cited-name.ts';
import type { ArtifactStatus } from '#document/text/manifest.ts';
import { capitalized } from '#document/text/plain-text.ts';
import { taskTitle } from '#document/text/task-title.ts';
import type { EvidencePoint, Link } from './beside.ts';
import { glossaryPath, type Term } from './definition.ts';
import type { FoundEffect } from './drawing/effect/row.ts';
import { twinOf } from './html/markdown.ts';
import { termsIn } from './metadata/terms.ts';
import { traitOf } from './trait.ts';

/** A Markdown page with the facts that other pages show. */
export interface LibraryPage extends Link {
  kind: string;
  description: string;
  /** The fields of its front matter that other pages read. */
  fields: Record<string, unknown>;
  /** Returns the text of the page; absent if the text mentions no tasks or records. */
  text?: () => string;
  artifact?: { digest: string; status: ArtifactStatus; logIndex?: number; published?: string };
}

export interface Library {
  site: string;
  /** The names that people use for tasks and research records, by the path of the page. */
  names: ReadonlyMap<string, string>;
  pages: ReadonlyMap<string, LibraryPage>;
  /** The terms that the glossary defines. */
  terms: readonly Term[];
  /** The pages of each shelf, in the order in which readers go from one to the next. */
  shelves: ReadonlyMap<string, Shelf>;
  /** The newest version of each name that readers are offered. */
  newest: readonly LibraryPage[];
  /** The starters among the newest versions, by name. */
  starters: ReadonlyMap<unknown, LibraryPage>;
  /** The newest versions that use a pattern, by the slug of the pattern. */
  users: ReadonlyMap<string, LibraryPage[]>;
  /** The versions of each name, newest first. */
  versions: ReadonlyMap<string, LibraryPage[]>;
  findings: readonly LibraryFinding[];
  /** The findings on each pattern, by the slug of the pattern. */
  findingsOn: ReadonlyMap<string, LibraryFinding[]>;
  /** The findings by the slug of their record, `#` and their id. */
  findingsAt: ReadonlyMap<string, LibraryFinding>;
  comparisons: readonly LibraryPage[];
  exports: ReadonlyMap<string, Link[]>;
}

interface Shelf {
  title: string;
  pages: LibraryPage[];
  /** The position of each page on the shelf, by its `placeOf`. */
  places: Map<string, number>;
}

/** Makes the library of all Markdown pages. */
export function libraryOf(pages: readonly LibraryPage[]): Library {
  const all = [...pages].sort((a, b) => (a.path < b.path ? -1 : 1));
  const versions = new Map<string, LibraryPage[]>();
  for (const page of all.filter(isVersion)) {
    const name = nameOf(page);
    versions.set(name, [...(versions.get(name) ?? []), page]);
  }
  for (const group of versions.values())
    group.sort((a, b) => compare(String(b.fields.version), String(a.fields.version)));
  const newest = [...versions.values()].flatMap(
    group => group.find(({ artifact }) => artifact?.status !== 'revoked') ?? [],
  );
  const known = namesOf(all);
  const findings = all.flatMap(page => findingsIn(page, known));
  const starters = newest.filter(({ kind }) => kind === 'starter').reverse();
  return {
    names: known,
    terms: termsIn(all.find(({ path }) => path === glossaryPath)?.text?.() ?? ''),
    site: all.find(({ path }) => path === '/')?.title ?? '',
    pages: new Map(all.map(page => [page.path, page])),
    shelves: shelvesOf(all, new Set(newest)),
    newest,
    starters: new Map(starters.map(page => [page.fields.name, page])),
    users: byEach(newest.filter(isActive), ({ fields }) => names(fields.patterns)),
    versions,
    findings,
    findingsAt: new Map(findings.map(finding => [`${finding.record}#${finding.id}`, finding])),
    comparisons: all.filter(({ kind }) => kind === 'comparison'),
    findingsOn: byEach(findings, ({ patterns }) => patterns),
    exports: exportsIn(all),
  };
}

/** Returns the items of a field that is a list, as texts; none for any other field. */
export const names = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Groups items by each of their keys. A group keeps the order of its items. */
function byEach<Item>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly string[],
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    for (const key of new Set(keysOf(item))) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  }
  return groups;
}

const isVersion = ({ kind, path }: LibraryPage): boolean =>
  (kind === 'starter' || kind === 'formation') && !path.startsWith('/artifacts/');

const isActive = ({ artifact }: LibraryPage): boolean =>
  artifact === undefined || artifact.status === 'active';

/** Returns the name of a version from its path: `starters/name` or `formations/publisher/name`. */
export const nameOf = ({ path }: Link): string => path.slice(1, path.lastIndexOf('/'));

/**
 * Returns the shelf of a page: a family of patterns, the tasks of a domain, or all pages of its
 * kind; undefined if it has no shelf.
 */
export function shelfOf({ kind, fields, path }: LibraryPage): string | undefined {
  if (kind === 'pattern') return `pattern ${String(fields.family)}`;
  if (kind === 'task') return `task ${domainOf(path)}`;
  return traitOf(kind).shelf === undefined ? undefined : kind;
}

/** Returns the place of a page on its shelf. All versions of one name share a place. */
export const placeOf = (page: LibraryPage): string =>
  page.kind === 'starter' || page.kind === 'formation' ? nameOf(page) : page.path;

function shelvesOf(pages: readonly LibraryPage[], newest: ReadonlySet<LibraryPage>): Map<string, Shelf> {
  const shelves = new Map<string, Shelf>();
  for (const page of pages) {
    const key = shelfOf(page);
    const isOld =
      (page.kind === 'starter' || page.kind === 'formation') && (!newest.has(page) || !isActive(page));
    if (key === undefined || isOld) continue;
    const title = shelfTitle(page);
    const shelf: Shelf = shelves.get(key) ?? { title, pages: [], places: new Map() };
    shelf.places.set(placeOf(page), shelf.pages.length);
    shelf.pages.push(page);
    shelves.set(key, shelf);
  }
  return shelves;
}

/** Returns the domain of a task from the path of the page of the task. */
const domainOf = (path: string): string => path.replace(/^\/tasks\/([^.]*)\..*$/, '$1');

function shelfTitle({ kind, fields, path }: LibraryPage): string {
  if (kind === 'pattern') return capitalized(String(fields.family).replaceAll('-', ' '));
  const { shelf = '' } = traitOf(kind);
  return kind === 'task' ? `${shelf}: ${domainOf(path)}` : shelf;
}

interface Finding {
  id: string;
  patterns: string[];
  domain: string;
  task_class?: string;
  direction: EvidencePoint['direction'];
  claim: string;
  metric?: string;
  result?: string;
  superseded_by?: string;
  effects?: FoundEffect['effects'];
}

/** A finding that no other finding has superseded. */
export type LibraryFinding = EvidencePoint & FoundEffect & { id: string };

/** Returns the names of records (authors and year) and of tasks (their titles), by the paths of their pages. */
function namesOf(pages: readonly LibraryPage[]): Map<string, string> {
  const records = pages.filter(({ kind }) => kind === 'research_record');
  const cited = citedNames(records.map(({ fields }) => fields as unknown as CitedSource));
  const tasks = pages.flatMap(({ kind, fields }) => {
    if (kind !== 'domain' || !Array.isArray(fields.tasks)) return [];
    const own = fields.tasks as { name: string; title?: string }[];
    return own.map((task): [string, string] => [
      `/tasks/${String(fields.domain)}.${task.name}.md`,
      taskTitle(task),
    ]);
  });
  return new Map([
    ...[...cited].map(([slug, name]): [string, string] => [`/research/${slug}.md`, name]),
    ...tasks,
  ]);
}

function findingsIn(
  { kind, path, fields }: LibraryPage,
  known: ReadonlyMap<string, string>,
): LibraryFinding[] {
  if (kind !== 'research_record') return [];
  const findings = (fields.findings ?? []) as Finding[];
  const { year } = fields.citation as { year: number };
  return findings
    .filter(({ superseded_by }) => superseded_by === undefined)
    .map(({ id, patterns, domain, task_class, direction, claim, metric, result, effects }) => ({
      ...{ id, record: String(fields.slug), cited: known.get(path) ?? String(fields.slug), effects },
      task: task_class ?? domain,
      year,
      direction,
      patterns,
      claim,
      href: `${twinOf(path)}#${id}`,
      ...(result !== undefined && { effect: metric === undefined ? result : `${metric}: ${result}` }),
    }));
}

/** Returns the pages of one kind, without copies at addresses below `/artifacts/`. */
export const ofKind = ({ pages }: Library, kind: string): LibraryPage[] =>
  [...pages.values()].filter(page => page.kind === kind && !page.path.startsWith('/artifacts/'));

/** Returns the links to the exports of each version, by the path of the version. */
function exportsIn(pages: readonly LibraryPage[]): Map<string, Link[]> {
  const found = new Map<string, Link[]>();
  for (const { path } of pages) {
    const [, folder, target, ...named] = path.split('/');
    if (folder !== 'exports' || target === undefined || named.length < 2) continue;
    const of = `/${named.length > 2 ? 'formations' : 'starters'}/${named.join('/')}`;
    found.set(of, [...(found.get(of) ?? []), { path, title: target }]);
  }
  return found;
}
