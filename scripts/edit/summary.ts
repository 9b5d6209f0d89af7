/**
 * The program `scripts/summary.ts`: compares two folders that the build wrote, and prints Markdown for whoever reviews a change:
 * the counts of pages and tokens, then the changes in the fields with which pages advise and prove, then every page that changed.
 * The exit code is 1 if a published version would disappear or have other bytes, and 2 for wrong use.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compare as compareVersions } from 'semver';
import { readDocument } from '#document/text/front-matter.ts';
import { byText, type PageEntry } from '#document/text/manifest.ts';
import { plural } from '../../build/document/text/plain-text.ts';
import { readManifestFile, readTree } from '../../build/publish/tree.ts';
import type { Host } from '../support/host.ts';

/** The most pages or links that a list names. Further ones are only counted. */
const maxListed = 20;
/** The most characters of a value in a line. */
const maxShown = 300;

/** The fields with which pages advise and prove, by kind. A reviewer judges each of their changes. */
const weighty: Readonly<Record<string, readonly string[]>> = {
  research_record: ['grade', 'citation', 'findings'],
  task: ['default', 'confidence', 'control', 'starter'],
  tool: ['tools'],
};

type Fields = Record<string, unknown>;
/** A built folder with its pages by path. */
interface Side {
  folder: string;
  pages: ReadonlyMap<string, PageEntry>;
}

/** Tells whether a page is for readers: Markdown that is no artifact, export, or page of the log or of trust. */
const isRead = ({ media_type, kind, same_as, path }: PageEntry): boolean =>
  media_type.startsWith('text/markdown') &&
  same_as === undefined &&
  kind !== 'discovery' &&
  !/^\/(?:artifacts|exports|log|trust)\//.test(path);

async function pagesOf(folder: string): Promise<Side['pages']> {
  const entries = (await readTree(folder))?.pages ?? [];
  return new Map(entries.sort((a, b) => byText(a.path, b.path)).map(entry => [entry.path, entry]));
}

function list<Item>(title: string, all: readonly Item[], lineOf: (item: Item) => string): string {
  if (all.length === 0) return '';
  const more = all.length > maxListed ? `- and ${all.length - maxListed} more\n` : '';
  const items = all.slice(0, maxListed).map(item => `- ${lineOf(item)}\n`);
  return `### ${title} (${all.length})\n\n${items.join('')}${more}\n`;
}

const readIn = ({ pages }: Side): PageEntry[] => [...pages.values()].filter(isRead);
const tokensOf = (side: Side): number => readIn(side).reduce((sum, { tokens }) => sum + tokens, 0);

const figure = (count: number): string => count.toLocaleString('en');
const signed = (count: number): string => (count < 0 ? `−${figure(-count)}` : `+${figure(count)}`);

const nameOf = ({ path }: PageEntry): string => `\`${path}\``;
const textOf = ({ folder }: Side, { file }: PageEntry): string => readFileSync(join(folder, file), 'utf8');

/** Returns the addresses outside the catalog that pages name. */
function outsideLinks(side: Side): Set<string> {
  const texts = readIn(side).map(page => textOf(side, page));
  return new Set(texts.flatMap(text => text.match(/https?:\/\/[^\s<>()"\]`|]+/g) ?? []));
}

function fieldsOf(side: Side, page: PageEntry): Fields {
  const parsed = readDocument(textOf(side, page));
  return parsed.ok ? parsed.document.value : {};
}

/** Converts a list of items with ids to an object by id; returns any other value unchanged. */
const byId = (value: unknown): unknown =>
  Array.isArray(value) && value.length > 0 && value.every(item => Object(item).id !== undefined)
    ? Object.fromEntries(value.map(item => [item.id, item]))
    : value;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shown = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none')).slice(0, maxShown);

/** Lists every field that differs between two values, a line each. */
function differences(called: string, before: unknown, after: unknown): string[] {
  const [then, now] = [byId(before), byId(after)];
  if (JSON.stringify(then) === JSON.stringify(now)) return [];
  if (!isFields(then) || !isFields(now)) return [`${called}: ${shown(then)} → ${shown(now)}`];
  const names = [...new Set([...Object.keys(then), ...Object.keys(now)])];
  return names.flatMap(name => differences(`${called} ${name}`, then[name], now[name]));
}

/** Lists the rights that the roles of a new version have and those of the former version lack. */
function rightsOf(version: PageEntry, side: Side): string[] {
  const start = version.path.slice(0, version.path.lastIndexOf('/') + 1);
  const numberOf = ({ path }: PageEntry) => path.slice(start.length, -'.md'.length);
  const all = [...side.pages.values()]
    .filter(({ artifact, path }) => artifact && path.startsWith(start))
    .sort((a, b) => compareVersions(numberOf(a), numberOf(b)));
  const last = all[all.indexOf(version) - 1];
  const toolsOf = (page: PageEntry) =>
    ((fieldsOf(side, page).roles ?? []) as Fields[]).map(({ id, tools }) => [id, { tools }]);
  const [then, now] = [last ? toolsOf(last) : [], toolsOf(version)].map(each => Object.fromEntries(each));
  return differences(`${nameOf(version)} role`, then, now);
}

/**
 * Writes the report.
 * @param lost the published versions that would disappear or have other bytes
 */
function reportOn(before: Side, after: Side, lost: readonly PageEntry[]): string {
  const pages = readIn(after);
  const former = ({ path }: PageEntry) => before.pages.get(path);
  const added = pages.filter(page => !former(page));
  const changed = pages.filter(page => former(page) && former(page)!.digest !== page.digest);
  const removed = readIn(before).filter(({ path }) => !after.pages.has(path));
  const versions = added.filter(({ artifact }) => artifact);
  const meaning = [
    ...versions.flatMap(version => rightsOf(version, after)),
    ...changed.flatMap(page => {
      const [then, now] = [fieldsOf(before, former(page)!), fieldsOf(after, page)];
      return (weighty[page.kind] ?? []).flatMap(name =>
        differences(`${nameOf(page)} ${name}`, then[name], now[name]),
      );
    }),
  ];
  const known = outsideLinks(before);
  const own = readManifestFile(after.folder)?.base_url ?? '';
  const links = [...outsideLinks(after)].filter(link => !known.has(link) && !link.startsWith(own));
  const costOf = (page: PageEntry) => `${nameOf(page)}, ${figure(page.tokens)} tokens`;
  const [tokens, formerly] = [tokensOf(after), tokensOf(before)];
  const parts = [
    `## What this changes\n\n${plural(added.length, 'page')} added, ${changed.length} changed, ${removed.length} removed. `,
    `All pages: ${figure(tokens)} tokens (${signed(tokens - formerly)}).\n\n`,
    list('What it means', meaning, String),
    list('Published versions that would change', lost, page => `${nameOf(page)}: restore it`),
    list('Versions to be published', versions, page => `${nameOf(page)} sha256:${page.artifact!.digest}`),
    list('Added', added, costOf),
    list('Changed', changed, page => `${costOf(page)} (${signed(page.tokens - former(page)!.tokens)})`),
    list('Removed', removed, nameOf),
    list('New links to other sites', links.sort(byText), String),
  ];
  return parts.join('');
}

/** Runs the program with the arguments of a host, which are the folders before and after, and sets its exit code. */
export async function summary(host: Host): Promise<void> {
  const { positionals } = parseArgs({ args: host.argv.slice(2), allowPositionals: true });
  const [before, after] = await Promise.all(
    positionals.map(async folder => ({ folder, pages: await pagesOf(folder) })),
  );
  if (!before || !after || after.pages.size === 0) {
    host.stderr.write('Usage: npx tsx scripts/summary.ts BEFORE AFTER, two folders that the build wrote.\n');
    host.exitCode = 2;
    return;
  }
  const lost = readIn(before).filter(
    ({ artifact, path, digest }) => artifact && after.pages.get(path)?.digest !== digest,
  );
  host.stdout.write(reportOn(before, after, lost));
  host.exitCode = lost.length === 0 ? 0 : 1;
}
