/**
 * Checks that no sentence appears on two pages, since a reader who fetches both pays for it twice and learns nothing new.
 *
 * - two patterns that say `Nothing outside the model says whether the trial failed.` are refused, in whatever case and
 *   punctuation; a sentence of fewer than six words may recur
 * - versions of one name may share all sentences, and any two starters or formations their instructions and checks: each must be
 *   complete in itself. Their `description` and `goal`, which readers choose by, must differ.
 */
import type { Place } from '#document/text/fault.ts';
import { byText } from '#document/text/manifest.ts';
import type { Catalog, SourceEntry } from '../source/catalog.ts';
import type { VersionFacts } from '../source/facts.ts';
import { digestsOf, readSentences } from '../source/mark.ts';
import { faultAt, type SourceFault } from '../source/source-fault.ts';
import { nameOf } from './name.ts';

/** An occurrence of a sentence: its source, place, and field, which is empty for a body. */
interface Use extends Place {
  source: SourceEntry;
  field: string;
}

/**
 * The sorts of uses: a page; the lines of a version by which readers choose, which are its description and goal; and the rest of
 * a version, which versions may share.
 */
type Sort = 'page' | 'choice' | 'version';

/** The sorts with which a use of each sort is in conflict. */
const rivals: Record<Sort, readonly Sort[]> = {
  ...{ page: ['page', 'choice', 'version'], choice: ['page', 'choice'], version: ['page'] },
};

/** Returns a fault for each use of a sentence that another page has, if the two uses are in conflict. */
export function checkSentences(catalog: Catalog): SourceFault[] {
  const { repeated, holders } = repeatedIn(catalog);
  // The first use of each sort is enough, since sources come in the order of their names, and so do the versions of one name.
  const met = new Map<string, Partial<Record<Sort, Use>>>();
  return catalog.sources
    .filter(source => holders.has(source))
    .flatMap(source =>
      readSentences(source.facts.sentences)
        .filter(({ digest }) => repeated.has(digest))
        .flatMap(({ digest, line, column, field }) => {
          const use = { source, line, column, field };
          const firsts = met.get(digest) ?? {};
          met.set(digest, firsts);
          const [first] = rivals[sortOf(use)]
            .flatMap(sort => firsts[sort] ?? [])
            .filter(other => other.source !== source && !areVersionsOfOne(other, use))
            .sort((a, b) => byText(a.source.name, b.source.name));
          firsts[sortOf(use)] ??= use;
          return first ? [messageOf(first, use)] : [];
        }),
    );
}

/** Returns the digests of the sentences that occur more than once, and the sources that hold them. */
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

const isVersion = ({ source }: Use): boolean => ['starter', 'formation'].includes(source.facts.kind);

const sortOf = (use: Use): Sort =>
  isVersion(use) ? (['description', 'goal'].includes(use.field) ? 'choice' : 'version') : 'page';

const areVersionsOfOne = (one: Use, other: Use): boolean =>
  isVersion(one) && isVersion(other) && nameOf(one.source) === nameOf(other.source);

/**
 * Returns the fault of a repeated sentence, at the later use unless only that one is in a published version, which cannot
 * change.
 */
function messageOf(first: Use, later: Use): SourceFault {
  const [at, other] = isPublished(later) && !isPublished(first) ? [first, later] : [later, first];
  const message = `The sentence is also in \`${other.source.file}\`, line ${other.line}.`;
  const help =
    'Keep it on the page where it belongs. On the other page, link there or say what is particular to that page.';
  return { file: at.source.file, ...faultAt(at, 'repeated-sentence', message, help, at.field) };
}

const isPublished = ({ source }: Use): boolean => (source.more as Partial<VersionFacts>).published === true;
