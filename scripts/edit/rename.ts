/** `npm run rename -- OLD NEW`: gives a pattern or a research record another name, in all files that may change. */

import { readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { slug } from '#document/kind/field.ts';
import { baseUrlOf, readEnvironment, sharedVariables } from '#document/text/environment.ts';
import type { FieldPath } from '#document/text/fault.ts';
import { readDocument } from '#document/text/front-matter.ts';
import { didYouMean } from '#document/text/suggestion.ts';
import type { Catalog, SourceEntry } from '../../build/catalog/source/catalog.ts';
import { writeContentFile } from '../../build/catalog/source/content-file.ts';
import type { DomainFacts, VersionFacts } from '../../build/catalog/source/facts.ts';
import { applyEdits, type Edit, editOf } from '../../build/catalog/source/fix.ts';
import { formatFault, isError } from '../../build/catalog/source/source-fault.ts';
import { plural } from '../../build/document/text/plain-text.ts';
import { checkContent } from '../../build/run/build.ts';
import type { Host } from '../support/host.ts';
import { Refused, remembering, told } from './told.ts';

/** The document to rename: its file and folder, and its old and new name in references. */
interface Target {
  source: SourceEntry;
  to: 'pattern' | 'research_record';
  folder: 'patterns' | 'research';
  old: string;
  next: string;
}

const usage = 'Write: npm run rename -- OLD NEW, the slugs of a pattern or of a research record.';

async function renameAll(words: readonly string[], host: Host): Promise<void> {
  const [old, next, ...more] = words;
  if (old === undefined || next === undefined || more.length > 0) throw new Refused(usage);
  const setting = readEnvironment(sharedVariables, host.env);
  const { CONTENT_DIR: contentDir } = setting;
  const options = { contentDir, baseUrl: baseUrlOf(setting) };
  const { catalog, messages } = await checkContent(options);
  const target = targetOf(catalog, old, next);
  const known = new Set(messages.filter(isError).map(formatFault));
  const texts = new Map(
    catalog.sources
      .filter(source => !isFixed(source))
      .flatMap(source => {
        const text = readFileSync(join(contentDir, source.name), 'utf8');
        const renamed = renamedIn(text, source, target);
        return renamed === text ? [] : [[source.name, renamed] as const];
      }),
  );
  const from = target.source.name;
  const into = join(dirname(from), `${next}.md`);
  const undo = remembering(contentDir, [...texts.keys(), from, into]);
  for (const [name, text] of texts) writeContentFile(join(contentDir, name), text);
  renameSync(join(contentDir, from), join(contentDir, into));
  const added = (await checkContent(options)).messages.filter(
    each => isError(each) && !known.has(formatFault(each)),
  );
  if (added.length > 0) {
    undo();
    throw new Refused(
      `Nothing was renamed, since this would be wrong then:\n${added.map(formatFault).join('')}`,
    );
  }
  const keep =
    target.to === 'pattern'
      ? ` \`${old}\` is an alias now: published versions keep it, and its address leads on.`
      : '';
  host.stdout.write(`Renamed \`${old}\` to \`${next}\` in ${plural(texts.size, 'file')}.${keep}\n`);
  host.stdout.write(mentionsOf(catalog, target, contentDir));
}

/**
 * Finds the document to rename.
 * @throws Refused when the name is unknown, or the new one is taken or malformed
 */
function targetOf(catalog: Catalog, old: string, next: string): Target {
  const pattern = catalog.patterns.get(old);
  const source = pattern ?? catalog.research.get(old);
  if (!source) {
    const alias = catalog.aliases.get(old);
    if (alias) throw new Refused(`\`${old}\` is an alias of \`${alias}\`. Rename that.`);
    const known = [...catalog.patterns.keys(), ...catalog.research.keys()];
    throw new Refused(`There is no pattern or research record \`${old}\`.${didYouMean(old, known)}`);
  }
  const valid = slug.safeParse(next);
  if (!valid.success) throw new Refused(`\`${next}\`: ${valid.error.issues[0]!.message}.`);
  const taken = pattern
    ? (catalog.patterns.get(next)?.file ?? catalog.aliases.get(next))
    : catalog.research.get(next)?.file;
  const own = pattern?.more.aliases.includes(next);
  if (taken && !own) throw new Refused(`\`${next}\` is taken by ${taken}. Choose another name.`);
  const target: Target = pattern
    ? { source, to: 'pattern', folder: 'patterns', old, next }
    : { source, to: 'research_record', folder: 'research', old, next };
  if (!pattern) refuseCited(catalog, target);
  return target;
}

/**
 * Refuses to rename a record that a published version cites, since records have no aliases.
 * @throws Refused that names the versions
 */
function refuseCited(catalog: Catalog, target: Target): void {
  const citing = catalog.versions.filter(version => isFixed(version) && isNamed(version, target));
  if (citing.length === 0) return;
  const files = citing
    .slice(0, 3)
    .map(({ file }) => file)
    .join(', ');
  throw new Refused(
    `\`${target.old}\` keeps its name: ${plural(citing.length, 'published version')} cite it and never change (${files}${citing.length > 3 ? ' …' : ''}).`,
  );
}

const isFixed = ({ more }: SourceEntry): boolean => (more as Partial<VersionFacts>).published === true;

const isNamed = ({ facts }: SourceEntry, target: Target): boolean =>
  facts.references.some(({ to, name }) => to === target.to && name === target.old) ||
  facts.links.some(({ url }) => linkTo(target).test(url));

const linkTo = ({ folder, old }: Target): RegExp => new RegExp(`^/${folder}/${old}(?=\\.md|\\.html|/)`);

/** Returns the text of a source with the new name in all fields and links that had the old one. */
function renamedIn(text: string, source: SourceEntry, target: Target): string {
  const { old, next, folder } = target;
  const paths: FieldPath[] = source.facts.references
    .filter(({ to, name }) => to === target.to && name === old)
    .map(({ path }) => path);
  if (source.facts.kind === 'domain' && target.to === 'pattern')
    for (const [at, task] of (source.more as DomainFacts).tasks.entries())
      if (task.default === old) paths.push(['tasks', at, 'default']);
  if (source === target.source) paths.push(['slug']);
  const parsed = readDocument(text);
  if (!parsed.ok) return text;
  const edits = paths.map((path): Edit => {
    const place = parsed.document.place(path);
    const edit = editOf(text, { ...noFault, ...place, fix: { found: old, write: next } });
    if (!edit)
      throw new Refused(
        `${source.file}:${place.line}: \`${old}\` is not found there. Write it once on that line.`,
      );
    return edit;
  });
  // Link texts and code are the words of editors.
  const linked = applyEdits(text, edits).text.replaceAll(
    new RegExp(`(\\]\\(<?|\\]: *<?)/${folder}/${old}(?=\\.md|\\.html|/)`, 'g'),
    (_, before: string) => `${before}/${folder}/${next}`,
  );
  return source === target.source && target.to === 'pattern' ? withAlias(linked, target) : linked;
}

const noFault = { field: '', rule: '', message: '', help: '' };

/** Returns the text of a pattern with its old name among its aliases, and its new name removed from them. */
function withAlias(text: string, { old, next }: Target): string {
  const shape = /^aliases:(?: \[([^\]\n]*)\]|((?:\n {2}- .*)+)|[ \t]*)$/m;
  const match = shape.exec(text);
  if (!match) throw new Refused('The field `aliases` could not be read. Write it as `aliases: [one, two]`.');
  const items = (match[1]?.split(',') ?? match[2]?.split('\n  - ') ?? []).map(item =>
    item.trim().replace(/^["']|["']$/g, ''),
  );
  const aliases = [...items.filter(item => item !== '' && item !== next), old];
  return text.replace(shape, `aliases: [${aliases.join(', ')}]`);
}

/** Lists the lines whose prose contains the old name, for a person to decide. */
function mentionsOf({ sources }: Catalog, { old, next, source }: Target, contentDir: string): string {
  const word = new RegExp(`(?<![\\w/-])${old}(?![\\w-])`);
  const lines = sources
    .filter(each => !isFixed(each))
    .flatMap(each => {
      const name = each === source ? join(dirname(each.name), `${next}.md`) : each.name;
      const path = join(contentDir, name);
      return readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line, at) =>
          word.test(line) && !line.startsWith('aliases:') ? [`  ${path}:${at + 1}\n`] : [],
        );
    });
  return lines.length === 0 ? '' : `Prose still has the old name here; decide for each:\n${lines.join('')}`;
}

/** Runs `npm run rename` with the arguments of a host, which are the old name and the new one, and sets its exit code. */
export const rename = (host: Host): Promise<void> =>
  told(host, () =>
    renameAll(parseArgs({ args: host.argv.slice(2), allowPositionals: true }).positionals, host),
  );
