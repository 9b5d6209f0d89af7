/** The parts of pages that show front matter, in one file for each section. The kind of a page says which section it has. */
import type { Section } from '#document/kind/kind.ts';
import { traitOf } from '../trait.ts';
import { comparisonParts } from './comparison.ts';
import { domainParts } from './domain.ts';
import { findingsParts } from './findings.ts';
import { homeParts } from './home.ts';
import { indexParts } from './listing.ts';
import type { Parts, ShownBody } from './parts.ts';
import { patternParts } from './pattern.ts';
import { researchParts } from './research.ts';
import { searchPageParts, searchParts } from './search.ts';
import { taskParts } from './task.ts';
import { versionParts } from './version.ts';

const makers: Record<Section, (shown: ShownBody) => Parts> = {
  pattern: patternParts,
  version: versionParts,
  research: researchParts,
  comparison: comparisonParts,
  comparison_method: () => ({ shows: ['sources'] }),
  findings: findingsParts,
  domain: domainParts,
  task: taskParts,
  listing: indexParts,
  search: searchParts,
};

/** Returns the parts of a page, which follow from its kind; none for a kind that has only text and fields. */
export function sectionsOf(shown: ShownBody): Parts {
  if (shown.path === '/') return homeParts(shown);
  if (shown.path === '/search.md') return searchPageParts(shown);
  const { section } = traitOf(shown.kind);
  return section ? makers[section](shown) : { shows: [] };
}
