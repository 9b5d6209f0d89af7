/** Makes from the library the facts around a page: its neighbours, evidence, and the tables that readers choose from. */

import { type ExportTarget, exportTargets } from '#document/kind/export.ts';
import type { Section } from '#document/kind/kind.ts';
import type { Beside, Choice, Exported, Link } from './beside.ts';
import { isCited } from './citation.ts';
import { decisionPart } from './decision.ts';
import { glossaryPath, termsOn } from './definition.ts';
import { comparedRows, type EffectRow, patternRow } from './drawing/effect/row.ts';
import { landingOf } from './landing.ts';
import {
  type Library,
  type LibraryFinding,
  type LibraryPage,
  nameOf,
  names,
  placeOf,
  shelfOf,
} from './library.ts';
import { namesIn } from './naming.ts';
import { traitOf } from './trait.ts';

/** The most pages of the same shelf that a page lists. */
const maxSiblings = 24;
/**
 * The most rows of a table that readers sort and filter. A longer table would take megabytes, and
 * the pages of the list have all rows.
 */
const maxChoices = 1000;

/**
 * Returns the facts from other pages that the page at a path shows. If the library lacks that page,
 * they are only those that every page shows.
 */
export function besideOf(library: Library, path: string): Beside {
  const page = library.pages.get(path);
  const common = { site: library.site, crumbs: crumbsOf(library, path), parts: partsOf(library) };
  if (!page) return common;
  const citation =
    isCited(page.kind) && page.artifact?.status !== 'revoked' ? { cited: citedOf(library, page) } : {};
  const own = kindPart(library, page);
  const text = page.text?.() ?? '';
  const titles = { ...own.titles, ...namesIn(`${text} ${JSON.stringify(own)}`, library.names) };
  const terms = path === glossaryPath ? [] : termsOn(text, library.terms);
  return {
    ...{ ...common, ...citation, ...shelfPart(library, page), ...own },
    ...(terms.length > 0 && { terms }),
    ...(Object.keys(titles).length > 0 && { titles }),
  };
}

/**
 * Returns the facts for a citation of a page: the authors of the source of a record, the year of publication, and the version.
 */
function citedOf(
  { names }: Library,
  { kind, path, fields, artifact }: LibraryPage,
): NonNullable<Beside['cited']> {
  const by = kind === 'research_record' ? names.get(path) : undefined;
  const { dates, version } = fields as { dates?: { on: string }[]; version?: string };
  const year = (artifact?.published ?? dates?.at(-1)?.on)?.slice(0, 'YYYY'.length);
  return {
    ...(by !== undefined && { by }),
    ...(year !== undefined && { year }),
    ...(version !== undefined && { version }),
  };
}

const linkOf = ({ path, title }: Link): Link => ({ path, title });

function crumbsOf({ pages, site }: Library, path: string): Link[] {
  if (path === '/') return [];
  const plain = path.split('?')[0]!;
  const parts = plain.slice(1).split('/');
  const parents = ['/', `/${parts[0]}/index.md`, `${plain.slice(0, plain.lastIndexOf('/'))}.md`];
  return parents
    .filter((parent, at) => parent !== plain && (at > 0 || pages.has('/')))
    .flatMap(parent => pages.get(parent) ?? [])
    .map(parent => (parent.path === '/' ? { path: '/', title: site } : linkOf(parent)));
}

/** The optional parts of a site, each with the path of a page that exists only on a site with that part. */
const optionalParts = {
  ...{ tasks: '/tasks/index.md', exports: '/exports/index.md', comparisons: '/comparisons/index.md' },
  ...{ glossary: '/guides/glossary.md', verdicts: '/docs/tasks.md' },
  files: '/404.md',
};

/** Returns the optional parts that a site has, and the sections of its status page. */
const partsOf = ({ pages }: Library): string[] => [
  ...Object.entries(optionalParts).flatMap(([part, path]) => (pages.has(path) ? [part] : [])),
  ...names(pages.get('/status.md')?.fields.sections),
];

function shelfPart(library: Library, page: LibraryPage): Partial<Beside> {
  const shelf = library.shelves.get(shelfOf(page) ?? '');
  if (!shelf) return {};
  const { title, pages } = shelf;
  const own = shelf.places.get(placeOf(page)) ?? -1;
  const start = Math.max(0, Math.min(own - maxSiblings / 2, pages.length - maxSiblings));
  const links = pages.slice(start, start + maxSiblings).map(page => titled(page, library));
  const [previous, next] = [pages[own - 1], pages[own + 1]];
  return {
    siblings: { title, links },
    ...(previous && { previous: titled(previous, library) }),
    ...(next && { next: titled(next, library) }),
  };
}

/** Returns a link to a page, which names a record by its authors and year, and any other page by its title. */
const titled = ({ path, title }: LibraryPage, { names }: Library): Link => ({
  path,
  title: names.get(path) ?? title,
});

function kindPart(library: Library, page: LibraryPage): Partial<Beside> {
  if (page.path === '/') return { landing: landingOf(library) };
  const { section } = traitOf(page.kind);
  return (section && parts[section]?.(library, page)) ?? {};
}

/** The functions that gather from other pages the facts that each section shows. */
const parts: Partial<Record<Section, (library: Library, page: LibraryPage) => Partial<Beside>>> = {
  listing: (_, { fields: { choice, lead } }) => ({
    ...(choice !== undefined && (choice as Choice).rows.length <= maxChoices && { choice: choice as Choice }),
    ...(lead !== undefined && { lead: String(lead) }),
  }),
  findings: findingsPart,
  pattern: (library, { fields }) => {
    const slug = String(fields.slug);
    const pairs = (fields.pairs_with ?? []) as { pattern: string }[];
    const users = library.users.get(slug) ?? [];
    return {
      titles: titlesOf(library, [
        ...pairs.map(({ pattern }) => `/patterns/${pattern}.md`),
        ...names(fields.domains).map(name => `/domains/${name}.md`),
        ...names(fields.comparisons).map(name => `/comparisons/${name}.md`),
      ]),
      ...(users.length > 0 && { usedBy: users.map(linkOf) }),
      effects: patternRows(library, slug),
    };
  },
  domain: (library, { fields }) => ({
    ...(fields.choice !== undefined && { choice: fields.choice as Choice }),
    effects: domainRows(library, String(fields.domain)),
    titles: titlesOf(library, patternPaths(domainPatterns(library, String(fields.domain)))),
  }),
  research: (library, { fields }) => {
    const findings = (fields.findings ?? []) as { patterns: string[]; domain: string }[];
    return {
      titles: titlesOf(library, [
        ...patternPaths(findings.flatMap(({ patterns }) => patterns)),
        ...findings.map(({ domain }) => `/domains/${domain}.md`),
      ]),
    };
  },
  version: versionPart,
  task: decisionPart,
};

const patternRows = (library: Library, slug: string): EffectRow[] => [
  ...comparedRows(library.comparisons, slug),
  ...findingsOn(library, slug).map(patternRow),
];

/** Returns the rows of the effects measured in a domain. Comparisons count only if they have an arm with a control. */
const domainRows = ({ comparisons, findings }: Library, domain: string): EffectRow[] => [
  ...comparedRows(comparisons.filter(({ fields }) => String(fields.task_class).split('.')[0] === domain)),
  ...findings.filter(({ task }) => task.split('.')[0] === domain).map(patternRow),
];

const findingsOn = (library: Library, pattern: unknown): LibraryFinding[] =>
  library.findingsOn.get(String(pattern)) ?? [];

const domainPatterns = ({ findings }: Library, domain: string): string[] =>
  findings.flatMap(({ task, patterns }) => (task.split('.')[0] === domain ? patterns : []));

const patternPaths = (slugs: readonly string[]): string[] =>
  [...new Set(slugs)].sort().map(slug => `/patterns/${slug}.md`);

const titlesOf = ({ pages }: Library, paths: readonly string[]): Record<string, string> =>
  Object.fromEntries(paths.flatMap(path => (pages.has(path) ? [[path, pages.get(path)!.title]] : [])));

function versionPart(library: Library, page: LibraryPage): Partial<Beside> {
  const { fields, artifact } = page;
  const control = library.starters.get(fields.control);
  const versions = library.versions.get(nameOf(page)) ?? [];
  const exports = exportsOf(library, page);
  const tasks = names(fields.task_classes).flatMap(name => {
    const task = library.pages.get(`/tasks/${name}.md`);
    return task?.fields.verdict === undefined
      ? []
      : [{ ...linkOf(task), verdict: String(task.fields.verdict) }];
  });
  return {
    ...(tasks.length > 0 && { tasks }),
    ...(artifact && { artifact }),
    ...(control && { control: { path: control.path, title: String(control.fields.name) } }),
    versions: versions.map(each => ({ path: each.path, title: String(each.fields.version) })),
    ...(exports && { exports }),
    titles: titlesOf(library, patternPaths(names(fields.patterns))),
  };
}

/**
 * Returns the exports of a version; those of the newest version with their files and losses, because readers
 * are not offered the files of older ones.
 */
function exportsOf(library: Library, page: LibraryPage): Exported[] | undefined {
  const links = library.exports.get(page.path);
  if (!links || !library.newest.includes(page)) return links;
  const place = ({ title }: Link) => exportTargets.indexOf(title as ExportTarget);
  return [...links]
    .sort((a, b) => place(a) - place(b))
    .map(link => {
      const {
        target_version: runtime,
        files = [],
        losses = [],
      } = library.pages.get(link.path)!.fields as ExportFields;
      const parts = losses.map(({ subject }) => subject.split(':')[0]!);
      const counts = [...new Set(parts)].map(part => [part, parts.filter(each => each === part).length]);
      return {
        ...link,
        ...(runtime !== undefined && { runtime }),
        ...{ files: files.map(file => file.path), losses: Object.fromEntries(counts) },
      };
    });
}

interface ExportFields {
  target_version?: string;
  files?: { path: string }[];
  losses?: { subject: string }[];
}

/** Returns the effects of all findings, for the first page of a list of findings; none for the pages after it. */
function findingsPart(library: Library, { path }: LibraryPage): Partial<Beside> {
  const [, folder, name] = /^\/(patterns|domains)\/([^/]+)\/findings\.md$/.exec(path) ?? [];
  if (name === undefined) return {};
  return {
    effects: folder === 'patterns' ? patternRows(library, name) : domainRows(library, name),
  };
}
