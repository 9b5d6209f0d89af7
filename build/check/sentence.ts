/**
 * Sentences: none stands on two pages, since a reader who fetches both pays for it twice and learns nothing new.
 *
 * - two patterns that say `Nothing outside the model says whether the trial failed.` are refused, in whatever case and
 *   punctuation; a sentence of less than six words may recur
 * - versions of one name may share all, and any two starters or formations their instructions and checks: each must be
 *   complete in itself. Their `description` and `goal`, by which readers choose, must differ.
 */
import type { Place } from '#document/fault.ts';
import type { Catalog, SourceEntry } from '../catalog.ts';
import type { VersionFacts } from '../facts.ts';
import type { Message } from '../message.ts';

/** Where a sentence was met; the field is empty in a body. */
interface Use extends Place {
  source: SourceEntry;
  field: string;
}

export function checkSentences(catalog: Catalog): Message[] {
  const met = new Map<string, Use[]>();
  return catalog.sources.flatMap(source =>
    source.facts.sentences.flatMap(([digest, line, column, field]) => {
      const use = { source, line, column, field };
      const uses = met.get(digest);
      if (!uses) {
        met.set(digest, [use]);
        return [];
      }
      uses.push(use);
      const first = uses.find(other => other.source !== source && !mayShare(other, use));
      return first ? [messageOf(first, use)] : [];
    }),
  );
}

/** The message stands at the later use, unless that is a published version, which cannot change. */
function messageOf(first: Use, later: Use): Message {
  const [at, other] = isPublished(later) && !isPublished(first) ? [first, later] : [later, first];
  const { source, field, line, column } = at;
  return {
    file: source.file,
    field,
    rule: 'repeated-sentence',
    message: `The sentence stands also in \`${other.source.file}\`, line ${other.line}.`,
    help: 'Keep it on the page that it belongs to, and link there or say here what is particular.',
    line,
    column,
  };
}

const isPublished = ({ source }: Use): boolean => (source.more as Partial<VersionFacts>).published === true;

const chosenBy = new Set(['description', 'goal']);

/** Whether two sources may both hold the sentence. */
function mayShare(one: Use, other: Use): boolean {
  const names = [one, other].map(({ source }) => versionName(source));
  if (names.includes(undefined)) return false;
  return names[0] === names[1] || !(chosenBy.has(one.field) && chosenBy.has(other.field));
}

/** The kind, publisher and name of a starter or formation. */
function versionName({ facts, more }: SourceEntry): string | undefined {
  if (facts.kind !== 'starter' && facts.kind !== 'formation') return undefined;
  const { publisher = '', name } = more as VersionFacts;
  return `${facts.kind}/${publisher}/${name}`;
}
