/**
 * Checks that every pattern, family, domain, task class, source, publisher and tool that a field names exists under that name,
 * and not only as an alias.
 */
import type { Reference } from '#document/kind/reference.ts';
import { declarations } from '#document/message/index.ts';
import type { FieldPath } from '#document/text/fault.ts';
import { didYouMean } from '#document/text/suggestion.ts';
import type { Catalog, SourceEntry } from '../source/catalog.ts';
import type { VersionFacts } from '../source/facts.ts';
import type { SourceFault } from '../source/source-fault.ts';

const declarationsByName = new Map(declarations.map(declaration => [declaration.as, declaration]));

/**
 * Returns a fault for each unknown name, as in `patterns: [reakt-loop]`, `task_classes: [coding.bugfix]` or `sources:
 * [react-2021]`, and for each pattern that names itself.
 */
export const checkReferences = (catalog: Catalog): SourceFault[] =>
  catalog.sources.flatMap(source =>
    source.facts.references.flatMap(reference => [
      ...unknown(source, reference, catalog),
      ...selfPair(source, reference, catalog),
    ]),
  );

/** The greatest number of names that one message lists. */
const maxListed = 40;

function unknown(source: SourceEntry, { name, to, path }: Reference, catalog: Catalog): SourceFault[] {
  const names = catalog.names.get(to)!;
  const { file, mayBeAbsent } = declarationsByName.get(to)!;
  if (names.has(name) || catalog.failed.has(file(name)) || (mayBeAbsent && names.size === 0)) return [];
  const known = [...names];
  const called = to.replaceAll('_', ' ');
  const canonical = to === 'pattern' ? catalog.aliases.get(name) : undefined;
  // A published version keeps the name that it was published with.
  if (canonical && (source.more as Partial<VersionFacts>).published) return [];
  const list = known.length > 0 && known.length <= maxListed ? `: ${known.join(', ')}` : '';
  const help = canonical
    ? `\`${name}\` is an alias; write \`${canonical}\`.`
    : `Name a ${called} that exists${list}.${didYouMean(name, known)}`;
  const rule = `unknown-${to.replaceAll('_', '-')}`;
  return [{ ...source.message(path, rule, `Unknown ${called} \`${name}\`.`, help), cause: `${to}:${name}` }];
}

function selfPair(source: SourceEntry, { name, to, path }: Reference, catalog: Catalog): SourceFault[] {
  if (to !== 'pattern' || source.facts.kind !== 'pattern') return [];
  if (catalog.patterns.get(name)?.file !== source.file) return [];
  return [source.message(path, 'self-pair', 'The pattern names itself.', 'Name another pattern.')];
}

/** Returns a fault for each domain of a pattern or finding that has no file in `content/domains/`. */
export function checkDomains({ patterns, research, domains, failed }: Catalog): SourceFault[] {
  const known = [...domains.keys()];
  const check = (source: SourceEntry, name: string, path: FieldPath): SourceFault[] => {
    if (known.includes(name) || failed.has(`domains/${name}.md`)) return [];
    const help = `Name one of ${known.join(', ')}, or write \`domains/${name}.md\`.${didYouMean(name, known)}`;
    return [source.message(path, 'unknown-domain', `There is no domain \`${name}\`.`, help)];
  };
  return [
    ...[...patterns.values()].flatMap(source =>
      source.more.domains.flatMap((name, at) => check(source, name, ['domains', at])),
    ),
    ...[...research.values()].flatMap(source =>
      source.more.findings.flatMap(({ domain }, at) => check(source, domain, ['findings', at, 'domain'])),
    ),
  ];
}

/** Returns a fault for each alias that is the slug of a pattern, or the alias of another one: its URL would be ambiguous. */
export function checkAliases({ patterns }: Catalog): SourceFault[] {
  const owners = new Map([...patterns].map(([slug, { file }]) => [slug, file]));
  return [...patterns.values()].flatMap(({ more, file, message }) =>
    more.aliases.flatMap((alias, index) => {
      const owner = owners.get(alias);
      owners.set(alias, owner ?? file);
      if (owner === undefined) return [];
      const said = `The alias \`${alias}\` collides with \`${owner}\`, which has that slug or alias.`;
      return [message(['aliases', index], 'alias-collision', said, 'Remove it from one of the two.')];
    }),
  );
}

/** Returns a fault for each phrase of `asked_as` that the catalog has twice, since search would weigh it twice. */
export function checkSituations({ sources }: Catalog): SourceFault[] {
  const owners = new Map<string, SourceEntry>();
  return sources.flatMap(source =>
    (source.facts.search?.situations ?? []).flatMap(({ phrases, task }, at) =>
      phrases.flatMap((phrase, index) => {
        const path = task === undefined ? ['asked_as', index] : ['asked_as', at, 'phrases', index];
        const owner = owners.get(phrase.toLowerCase());
        owners.set(phrase.toLowerCase(), owner ?? source);
        if (owner === undefined) return [];
        const [message, help] =
          owner === source
            ? ['The phrase appears twice in this file.', 'Remove it.']
            : [`The phrase is also in \`${owner.file}\`.`, 'Keep it where it fits best.'];
        return [source.message(path, 'repeated-phrase', message, help)];
      }),
    ),
  );
}
