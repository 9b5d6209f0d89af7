/** `/exports/…`: each active version of a starter or formation as files for every target, and the list of the targets. */

import { slug } from 'github-slugger';
import { exportKind } from '#document/kind/export.ts';
import type { Kind } from '#document/kind/kind.ts';
import { doc } from '#document/message/index.ts';
import { digestField, sha256Hex } from '#document/text/digest.ts';
import type { SearchSection } from '#document/text/manifest.ts';
import { once } from '#document/text/once-per.ts';
import type { Catalog, VersionEntry } from '../catalog/source/catalog.ts';
import { offered } from '../catalog/source/version-order.ts';
import { inOrder } from '../document/kind/kind.ts';
import { archivePage, archivePath } from './archive.ts';
import { composedPage, type Page, type Setting } from './compose/page.ts';
import { adviceOn } from './compose/task-line.ts';
import { taskPlace } from './domain-lists.ts';
import { targets } from './export/index.ts';
import { knownTable } from './export/known-table.ts';
import { lossLines } from './export/loss-line.ts';
import { lossesOf, type Target } from './export/target.ts';
import type { Tools } from './export/tool.ts';
import { readTeam, type Team, teamName } from './program/team.ts';
import type { ExportFile } from './program/write.ts';
import { fenced } from './program/write.ts';
import { isHost } from './runtime/claim.ts';

export const exportIndexPath = '/exports/index.md';

export function exportPages(catalog: Catalog, setting: Setting): Page[] {
  const { tools } = catalog;
  const newest = offered(catalog.starters).map(([first]) => first!);
  const current = new Set(
    [...newest, ...offered(catalog.formations).map(([first]) => first!)].map(({ path }) => path),
  );
  const active = catalog.versions.filter(({ status }) => status === 'active');
  const pages = active.flatMap(version => {
    const read = once(() => readTeam(version.page()!, version.path));
    const before = worthBlock(version, catalog, newest);
    const isNewest = current.has(version.path);
    return targets.flatMap(target => exportPart({ version, target, tools, before, read, isNewest }, setting));
  });
  return [...pages, indexPage(setting)];
}

interface Export {
  version: VersionEntry;
  target: Target;
  tools: Tools;
  /** The text of the page before the files. */
  before: string;
  /** Whether the version is the newest of its name. Search shows no other version. */
  isNewest: boolean;
  read(): Team;
}

/** Returns the path of the export of a version for a target. */
export const exportPath = (target: Target, { path }: Pick<VersionEntry, 'path'>): string =>
  path.replace(/^\/(?:starters|formations)\//, `/exports/${target.id}/`);

/** Makes the page of an export and the archive of its files. */
function exportPart(of: Export, setting: Setting): Page[] {
  const { version, target, tools, isNewest, read } = of;
  const { more, path: source } = version;
  const name = `${teamName(more)} ${more.version}`;
  const made = once(() => filesOf(read(), target, tools));
  const page = composedPage({
    kind: exportKind as unknown as Kind,
    path: exportPath(target, version),
    title: `${name} for ${target.name}`.slice(0, 120),
    description:
      `How to run the team ${name} in ${target.name}, with its files and what they cannot enforce.`.slice(
        0,
        300,
      ),
    fields: () => {
      const { files, losses } = made();
      const fields = { target: target.id, target_version: target.version, source, files, losses };
      return inOrder(exportKind as unknown as Kind, {
        ...fields,
        source_digest: digestField(version.digest),
      });
    },
    body: () => bodyOf(of, made()),
    setting,
    about: () => {
      const { files, losses } = made();
      return { target: target.id, target_version: target.version, files, losses };
    },
    ...(isNewest && { search: {} }),
  });
  return [page, archivePage(page.path, page.title!, () => made().texts)];
}

interface Made {
  texts: ExportFile[];
  files: { path: string; digest: string; size_bytes: number }[];
  losses: ReturnType<typeof lossesOf>;
}

function filesOf(team: Team, target: Target, tools: Tools): Made {
  const texts = target.files(team, tools);
  const files = texts.map(({ path, text }) => {
    const bytes = Buffer.from(text);
    return { path, digest: digestField(sha256Hex(bytes)), size_bytes: bytes.length };
  });
  return { texts, files, losses: lossesOf(team, target, tools) };
}

function bodyOf({ version, target, before }: Export, made: Made): string {
  const { path, more } = version;
  const { texts, losses } = made;
  const intro = `We made these files from [the document of the team](${path}). Your operator did not write them, so read them before you use them.`;
  const files = texts.map(({ path: file, text }) => `## \`${file}\`\n\n${fenced(text, languageOf(file))}`);
  const save =
    texts.length === 1
      ? 'Save the file below under its path in your project'
      : 'Save each file below under its path in your project';
  const archive = archivePath(exportPath(target, { path }));
  const use = `1. ${save}, or unpack [${texts.length === 1 ? 'its archive' : 'all of them'}](${archive}) there.\n2. ${target.use(more)}`;
  const lost = `## What the files do not enforce\n\n${lossLines(losses)}`;
  return [intro, before, `## Use\n\n${use}`, lost, ...files].join('\n\n');
}

const languages: Record<string, string> = {
  md: 'markdown',
  ts: 'typescript',
  js: 'javascript',
  yaml: 'yaml',
  toml: 'toml',
  json: 'json',
};
const languageOf = (path: string): string => languages[path.split('.').at(-1)!] ?? '';

/**
 * Writes what to begin with on each task of a version, and what to compare the team with.
 * @param newest the newest version of each starter
 */
function worthBlock({ more }: VersionEntry, catalog: Catalog, newest: readonly VersionEntry[]): string {
  const tasks = [...catalog.domains.values()].flatMap(({ more: domain }) =>
    domain.tasks
      .filter(task => more.task_classes.includes(`${domain.domain}.${task.name}`))
      .map(task => {
        const taskClass = `${domain.domain}.${task.name}`;
        return `- [\`${taskClass}\`](${taskPlace(taskClass, catalog)}): begin with ${adviceOn(task, catalog)}`;
      }),
  );
  return `## Is a team worth it here?\n\n${tasks.join('\n')}${controlNote(more, newest)}`;
}

/** Writes what to compare a team with, and why, if the team names no control; empty for a single agent. */
function controlNote(
  { control, budget, task_classes }: VersionEntry['more'],
  newest: readonly VersionEntry[],
): string {
  if (control) return `\n\nCompare the team with its control, the starter ${control}, on the same cases.`;
  if (budget.max_agents === 1) return '';
  const isFair = ({ more }: VersionEntry) =>
    more.budget.max_agents === 1 &&
    more.task_classes.some(each => task_classes.includes(each)) &&
    (['input_tokens', 'output_tokens', 'elapsed_milliseconds'] as const).every(
      field => more.budget[field] >= budget[field],
    );
  const why = newest.some(isFair)
    ? ''
    : ', because no starter of one agent for its tasks has as large a budget';
  return `\n\nThe team names no control${why}. Compare it with one agent that has the same budget.`;
}

function indexPage(setting: Setting): Page {
  const sections = targets.map(
    ({ id, name, version, express, use }) =>
      `## ${name}\n\n\`${id}\`, for ${version}. ${express} ${use({ name: 'NAME' })}`,
  );
  const intro = [
    'You can download each active version of a starter or formation as files for a runtime at these paths:',
    '',
    '- a starter: `/exports/{target}/{name}/{version}.md`',
    '- a formation: `/exports/{target}/{publisher}/{name}/{version}.md`',
    '',
    'The names and versions are in [starters](/starters/index.md) and [formations](/formations/index.md). The field `losses` of each page',
    'lists what the runtime does not enforce by itself. The file of a role is named `{name}-{role}`, so that one project can hold',
    'several teams. The rules are at `/docs/exports.md`.',
  ].join('\n');
  return composedPage({
    kind: doc as unknown as Kind,
    path: exportIndexPath,
    title: 'Exports',
    description:
      'How to download a team as files for your runtime, what each runtime enforces, and how to install the files.',
    body: () => [intro, ...sections, measuredSection()].join('\n\n'),
    setting,
    search: { sections: targets.map(sectionOf) },
  });
}

/** Returns the entry of a target for search, with the names that people use for the runtime. */
const sectionOf = ({ id, name, version, express }: Target): SearchSection => ({
  anchor: slug(name),
  kind: 'export',
  title: `Teams for ${name}`,
  text: `${version}. ${express}`,
  names: [name, id, name.split('.js')[0]!.split(' SDK')[0]!.split(' CLI')[0]!],
});

function measuredSection(): string {
  const hosts = targets.flatMap(({ id, name }) => (isHost(id) ? [{ id, name }] : []));
  const says =
    'We ran a session of each runtime with a scripted model instead of a real one. The session started every role of the newest teams, and ' +
    'each role tried what its file forbids. The `losses` of each page list what the runtime allowed.';
  return `## What runtimes enforce\n\n${says}\n\n${knownTable(hosts)}`;
}
