/**
 * Sentences: none appears on two pages, since a reader who fetches both pays for it twice and learns nothing new.
 *
 * - two patterns that say `Nothing outside the model says whether the trial failed.` are refused, in whatever case and
 *   punctuation; a sentence of fewer than six words may recur
 * - versions of one name may share all, and any two starters or formations their instructions and checks: each must be
 *   complete in itself. Their `description` and `goal`, which readers choose by, must differ.
 */
import type { Place } from '#document/text/fault.ts';
import { byText } from '#document/text/manifest.ts';
import type { Catalog, SourceEntry } from '../source/catalog.ts';
import type { VersionFacts } from '../source/facts.ts';
import { digestsOf, readSentences } from '../source/mark.ts';
import { faultAt, type SourceFault } from '../source/source-fault.ts';
import { nameOf } from './name.ts';

/** Where a sentence occurs; the field is empty for a body. */
interface Use extends Place {
  source: SourceEntry;
  field: string;
}

/**
 * The uses of one sentence, by who may share it: sources that may not, the lines by which versions are chosen,
 * and everything else in versions. Thousands of versions may contain one sentence; adding another must not visit them all.
 */
type Uses = Record<'page' | 'choice' | 'version', Use[]>;

/** Refuses a sentence that another page has. */
export function checkSentences(catalog: Catalog): SourceFault[] {
  const { repeated, holders } = repeatedIn(catalog);
  const met = new Map<string, Uses>();
  return catalog.sources
    .filter(source => holders.has(source))
    .flatMap(source =>
      readSentences(source.facts.sentences)
        .filter(({ digest }) => repeated.has(digest))
        .flatMap(({ digest, line, column, field }) => {
          const use = { source, line, column, field };
          const uses = met.get(digest) ?? { page: [], choice: [], version: [] };
          met.set(digest, uses);
          const first = firstOther(uses, use);
          uses[sortOf(use)].push(use);
          return first ? [messageOf(first, use)] : [];
        }),
    );
}

/** The digests of all sentences that occur more than once, and where. Nearly all occur once and cost only this. */
function repeatedIn({ sources }: Catalog): { repeated: Set<string>; holders: Set<SourceEntry> } {
  const met = new Map<string, SourceEntry>();
  const repeated = new Set<string>();
  const holders = new Set<SourceEntry>();
  for (const source of sources) {
    for (const digest of digestsOf(source.facts.sentences.digests)) {
      const first = met.get(digest);
      if (first) {
        repeated.add(digest);
        holders.add(first).add(source);
      } else met.set(digest, source);
    }
  }
  return { repeated, holders };
}

const sortOf = (use: Use): keyof Uses =>
  isVersion(use) ? (chosenBy.has(use.field) ? 'choice' : 'version') : 'page';

/** The first use, in source order, that may not share the sentence with this one. */
function firstOther({ page, choice, version }: Uses, use: Use): Use | undefined {
  const others = { page: [page, choice, version], choice: [page, choice], version: [page] }[sortOf(use)];
  return others
    .flatMap(list => list.find(other => other.source !== use.source && !mayShare(other, use)) ?? [])
    .sort((a, b) => byText(a.source.name, b.source.name))[0];
}

/** The message points to the later use, unless that is a published version, which cannot change. */
function messageOf(first: Use, later: Use): SourceFault {
  const [at, other] = isPublished(later) && !isPublished(first) ? [first, later] : [later, first];
  const message = `The sentence is also in \`${other.source.file}\`, line ${other.line}.`;
  const help = 'Keep it on the page that it belongs to, and link there or say here what is particular.';
  return { file: at.source.file, ...faultAt(at, 'repeated-sentence', message, help, at.field) };
}

const isPublished = ({ source }: Use): boolean => (source.more as Partial<VersionFacts>).published === true;

const chosenBy = new Set(['description', 'goal']);

/** Whether two sources may both contain the sentence. */
function mayShare(one: Use, other: Use): boolean {
  if (!isVersion(one) || !isVersion(other)) return false;
  return (
    nameOf(one.source) === nameOf(other.source) || !(chosenBy.has(one.field) && chosenBy.has(other.field))
  );
}

const isVersion = ({ source }: Use): boolean => ['starter', 'formation'].includes(source.facts.kind);
