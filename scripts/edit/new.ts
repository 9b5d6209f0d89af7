/** `npm run new`: writes the skeleton of a document, with places to fill in. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { slug } from '#document/kind/field.ts';
import type { Kind } from '#document/kind/kind.ts';
import { declarations } from '#document/message/index.ts';
import { baseUrlOf, readEnvironment, sharedVariables } from '#document/text/environment.ts';
import { didYouMean } from '#document/text/validate.ts';
import type { Catalog } from '../../build/catalog/source/catalog.ts';
import { layouts } from '../../build/catalog/source/layout.ts';
import { MissingReference, type Skeleton, skeletonOf } from '../../build/catalog/source/skeleton.ts';
import { exclusively } from '../../build/publish/exclusive.ts';
import { checkContent } from '../../build/run/build.ts';
import type { Host } from '../support/host.ts';
import { Refused, told } from './told.ts';

type Layout = (typeof layouts)[number];

/** Returns the names by which people may ask for a kind: its own name, and that of its folder. */
const namesOf = ({ kind, template }: Layout): string[] => [
  ...new Set([kind.kind.replaceAll('_', '-'), kind.kind, template.split(/[/.]/)[0]!]),
];

/** Writes how to name a document of a kind on the command line, such as `starter NAME[/VERSION]`. */
function usageOf(layout: Layout): string {
  const parts = partsOf(layout).map(part => part.toUpperCase());
  const usage = parts.at(-1) === 'VERSION' ? `${parts.slice(0, -1).join('/')}[/VERSION]` : parts.join('/');
  return `${namesOf(layout)[0]} ${usage}`.trim();
}

const partsOf = ({ template }: Layout): string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(match => match[1]!);

/** The layouts of the kinds that people write by hand. Kinds whose files commands write are left out. */
const written = layouts.filter(({ kind }) => !kind.source?.record);

const usage = written.map(layout => `  npm run new -- ${usageOf(layout)}`).join('\n');

function findLayout(word: string | undefined): Layout {
  const found = written.find(layout => word !== undefined && namesOf(layout).includes(word));
  if (found) return found;
  const meant = didYouMean(word ?? '', written.flatMap(namesOf));
  throw new Refused(
    `${word === undefined ? 'Name a kind' : `There is no kind ${word}.${meant} The kinds are`}:\n${usage}`,
  );
}

/**
 * Returns the fields that the path of a document determines, given the name of the document.
 * @throws Refused when the name does not fit the kind
 */
function namedBy(layout: Layout, name: string | undefined): Record<string, string> {
  const parts = partsOf(layout);
  const words = name === undefined ? [] : name.split('/');
  if (parts.at(-1) === 'version' && words.length === parts.length - 1) words.push('1.0.0');
  if (words.length !== parts.length) throw new Refused(`Write: npm run new -- ${usageOf(layout)}`);
  for (const [at, word] of words.entries()) {
    const field = layout.kind.fields.shape[parts[at]!] ?? slug;
    const result = (field as typeof slug).safeParse(word);
    if (result.success) continue;
    throw new Refused(`${parts[at]} \`${word}\`: ${result.error.issues[0]!.message}.`);
  }
  return Object.fromEntries(parts.map((part, at) => [part, words[at]!]));
}

/**
 * Makes the skeleton of a document. Each of its references names the first such document of the catalog.
 * @throws Refused when the catalog has no document to which a reference could lead
 */
function skeletonIn(catalog: Catalog, kind: Kind, named: Record<string, string>): Skeleton {
  try {
    return skeletonOf(kind, named, to => [...catalog.names.get(to)!][0]);
  } catch (error) {
    if (!(error instanceof MissingReference)) throw error;
    const owner = declarations.find(({ as }) => as === error.to)!.kind;
    throw new Refused(
      `The catalog has no ${error.to.replaceAll('_', ' ')} that it could name. Write one first, in a document of the kind ${owner}.`,
    );
  }
}

async function make([word, name, ...more]: readonly string[], host: Host): Promise<void> {
  const layout = findLayout(word);
  if (more.length > 0) throw new Refused(`Write: npm run new -- ${usageOf(layout)}`);
  const named = namedBy(layout, name);
  const setting = readEnvironment(sharedVariables, host.env);
  const contentDir = setting.CONTENT_DIR;
  const file = layout.template.replaceAll(/\{(\w+)\}/g, (_, part: string) => named[part]!);
  const options = { contentDir, baseUrl: baseUrlOf(setting) };
  const tell = (text: string) => host.stderr.write(text);
  const { catalog } = await exclusively([setting.DATA_DIR], tell, () => checkContent(options));
  refuseTaken(catalog, layout.kind, file, named);
  const skeleton = skeletonIn(catalog, layout.kind, named);
  const path = join(contentDir, file);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, skeleton.text, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const next = named.version ? ' Name the next version.' : ' Choose another name, or edit it.';
    throw new Refused(`${relative('.', path)} exists.${next}`);
  }
  host.stdout.write(adviceOn(relative('.', path), layout.kind, skeleton));
}

function refuseTaken(catalog: Catalog, kind: Kind, file: string, named: Record<string, string>): void {
  const owner = kind.kind === 'pattern' && catalog.aliases.get(named.slug!);
  if (owner)
    throw new Refused(`\`${named.slug}\` is an alias of the pattern \`${owner}\`. Choose another name.`);
  const isKnown =
    catalog.publishers.has(named.publisher!) || catalog.failed.has(`publishers/${named.publisher}.md`);
  if (kind.kind === 'formation' && !isKnown) {
    const first = `npm run new -- publisher ${named.publisher}`;
    throw new Refused(`There is no publisher \`${named.publisher}\`. Write it first: ${first}`);
  }
  if (catalog.generatedPaths.includes(`/${file}`))
    throw new Refused(`/${file} is a page that the build makes. Choose another name.`);
}

function adviceOn(path: string, kind: Kind, { gaps, optional }: Skeleton): string {
  const lines = gaps.map(({ line, field, what }) => `  ${path}:${line} ${field}: ${what}\n`);
  const more = optional.length === 0 ? '' : `It may also have: ${optional.join(', ')}.\n`;
  const last = kind.form === 'artifact' ? `npm run publish-version -- ${path}` : 'npm run build';
  return `Wrote ${path}. Fill in:\n${lines.join('')}${more}Then run: ${last}\n`;
}

/** Runs `npm run new` with the arguments of a host, and sets its exit code. */
export const newDocument = (host: Host): Promise<void> =>
  told(host, async () => {
    const { positionals, values } = parseArgs({
      args: host.argv.slice(2),
      allowPositionals: true,
      strict: false,
      options: { help: { type: 'boolean', short: 'h' } },
    });
    // Without a word, it lists what there is.
    if (values.help || host.argv.length <= 2)
      host.stdout.write(`Writes a document with all that it must have. The kinds are:\n${usage}\n`);
    else await make(positionals, host);
  });
