/**
 * Checks that the required files exist, that files are named after their fields, and that no two documents have one address or
 * title.
 */
import type { Fault } from '#document/text/fault.ts';
import type { Catalog, SourceEntry } from '../source/catalog.ts';
import type { VersionFacts } from '../source/facts.ts';
import type { ParsedSource } from '../source/source.ts';
import { fileFault, type SourceFault } from '../source/source-fault.ts';

const required = ['site.md', 'families.md', 'status.md', 'guides/agentic-design-patterns.md'];

/** Returns a fault for each source that every catalog must have and this one lacks. */
export function checkRequired({ sources, failed, fileOf }: Catalog): SourceFault[] {
  const present = new Set([...sources.map(source => source.name), ...failed]);
  return required
    .filter(name => !present.has(name))
    .map(name => ({
      file: fileOf(name),
      ...fileFault('required-file', 'The file is missing.', 'Write it. `content/README.md` says how.'),
    }));
}

/** The fields and parts that `npm run publish-version` writes into a draft, in words. */
export const whatIsWritten =
  '`schema`, `kind`, `visibility`, `path`, `product_api_version`, `schema_version`, the title, the quoted notice, ' +
  'the line on files of a runtime and the section Topology, which publishing writes';

/**
 * Returns a fault if a file is not named after its fields, such as `patterns/react-loop.md` with `slug: react`: path and field
 * would name different pages. A version in its final form states its path, which is wrong in a file that was copied from another
 * version.
 */
export function checkName({ published, value, file, kind, named, fault }: ParsedSource): Fault[] {
  const copied = `If the file was copied from another version, make it a draft: remove ${whatIsWritten}.`;
  const other = `\`path\` is \`${value.path}\`, but the file is that of \`/${file}\`.`;
  const ofPath = published && value.path !== `/${file}` ? [fault(['path'], 'file-path', other, copied)] : [];
  const ofFields = Object.entries(named).flatMap(([field, name]) => {
    const own = value[field];
    if (own === undefined || own === name) return [];
    const message = `\`${field}\` is \`${own}\`, but the path of the file says \`${name}\`.`;
    // What gives another name to what others refer to.
    const renaming = ['pattern', 'research_record'].includes(kind.kind)
      ? ` For another name everywhere, put the old one back and run \`npm run rename -- ${own} NEW\`.`
      : '';
    const help = `Write \`${field}: ${name}\` or, if the name of the file is the mistake, rename the file.${renaming}`;
    return [fault([field], 'file-name', message, help)];
  });
  return [...ofPath, ...ofFields];
}

/**
 * Returns a fault for each address that another document, or a page that the build makes, has already, even on file systems that
 * ignore case: `patterns/a.md` and `patterns/A.md`.
 */
export function checkUrls({ generatedPaths, sources }: Catalog): SourceFault[] {
  const taken = new Map(generatedPaths.map(path => [path.toLowerCase(), 'a page that the build generates']));
  return sources.flatMap(({ path, file, message }) => {
    const owner = path && taken.get(path.toLowerCase());
    if (path) taken.set(path.toLowerCase(), owner ?? `\`${file}\``);
    if (!owner) return [];
    return [
      message(
        [],
        'duplicate-url',
        `\`${path}\` is already the address of ${owner}.`,
        'Rename one of the two.',
      ),
    ];
  });
}

/** The kinds whose titles are compared. Records have the titles of their sources, which another check compares. */
const titled = new Set(['pattern', 'guide', 'starter', 'formation', 'contract']);

/**
 * Returns a fault for each title that differs from another one of its kind only in case, punctuation, articles, plurals or the
 * order of words: nobody could tell the two apart in a list. Versions of one name may share a title.
 */
export function checkTitles({ sources }: Catalog): SourceFault[] {
  const owners = new Map<string, SourceEntry>();
  return sources.flatMap(source => {
    if (!titled.has(source.facts.kind)) return [];
    const key = `${source.facts.kind}:${keyOf(source.facts.title)}`;
    const owner = owners.get(key) ?? source;
    owners.set(key, owner);
    const isPublished = (source.more as Partial<VersionFacts>).published === true;
    const isSame = owner === source || owner.path?.toLowerCase() === source.path?.toLowerCase();
    if (isSame || nameOf(owner) === nameOf(source) || isPublished) return [];
    const message = `The title is nearly that of \`${owner.file}\`: \`${owner.facts.title}\`.`;
    return [source.message(['title'], 'near-title', message, 'Say in the title how this page differs.')];
  });
}

const keyOf = (title: string): string =>
  (title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter(word => !['a', 'an', 'the'].includes(word))
    .map(word => (word.length > 3 ? word.replace(/s$/, '') : word))
    .sort()
    .join(' ');

/** Returns a name that all versions of a team share; for any other document, its file. */
export function nameOf({ facts, more, file }: SourceEntry): string {
  const { name, publisher = '' } = more as Partial<VersionFacts>;
  return name === undefined ? file : `${facts.kind}/${publisher}/${name}`;
}
