/**
 * Titles: no two documents have nearly the same, or nobody could tell them apart in a list.
 *
 * `Verifier gate` and `The verifier gates` are refused: case, punctuation, articles, plurals and the order of words make no other title.
 * Versions of one name may share it. Records have the titles of their sources, which another check compares.
 */
import type { Catalog, SourceEntry } from '../source/catalog.ts';
import type { VersionFacts } from '../source/facts.ts';
import type { SourceFault } from '../source/source-fault.ts';

export function checkTitles({ sources }: Catalog): SourceFault[] {
  const owners = new Map<string, SourceEntry>();
  return sources.flatMap(source => {
    if (!titled.has(source.facts.kind)) return [];
    const key = `${source.facts.kind}:${keyOf(source.facts.title)}`;
    const owner = owners.get(key);
    owners.set(key, owner ?? source);
    if (
      owner === undefined ||
      owner.path?.toLowerCase() === source.path?.toLowerCase() ||
      nameOf(owner) === nameOf(source) ||
      isPublished(source)
    )
      return [];
    const message = `The title is nearly that of \`${owner.file}\`: \`${owner.facts.title}\`.`;
    return [
      source.message(['title'], 'near-title', message, 'Say in the title what is different about this one.'),
    ];
  });
}

const titled = new Set(['pattern', 'guide', 'starter', 'formation', 'contract']);
const articles = new Set(['a', 'an', 'the']);

const keyOf = (title: string): string =>
  (title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter(word => !articles.has(word))
    .map(word => (word.length > 3 ? word.replace(/s$/, '') : word))
    .sort()
    .join(' ');

const isPublished = ({ more }: SourceEntry): boolean => (more as Partial<VersionFacts>).published === true;

/** What versions of one name share; the file of any other document. */
function nameOf({ facts, more, file }: SourceEntry): string {
  const { name, publisher = '' } = more as Partial<VersionFacts>;
  return name === undefined ? file : `${facts.kind}/${publisher}/${name}`;
}
