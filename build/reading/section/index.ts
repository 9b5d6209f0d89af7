/** What the page of each kind of document shows of its front matter, a file a kind. */
import { comparisonParts } from './comparison.ts';
import { domainParts } from './domain.ts';
import { exportParts } from './export.ts';
import { findingsParts } from './findings.ts';
import { homeParts } from './home.ts';
import { indexParts } from './listing.ts';
import type { Parts, ShownBody } from './parts.ts';
import { patternParts } from './pattern.ts';
import { researchParts } from './research.ts';
import { searchParts } from './search.ts';
import { taskParts } from './task.ts';
import { versionParts } from './version.ts';

const makers: Record<string, (shown: ShownBody) => Parts> = {
  pattern: patternParts,
  starter: versionParts,
  formation: versionParts,
  research_record: researchParts,
  comparison: comparisonParts,
  comparison_method: () => ({ shows: ['sources'] }),
  findings: findingsParts,
  domain: domainParts,
  task: taskParts,
  export: exportParts,
  index: indexParts,
  search_results: searchParts,
};

/** The parts of a page by its kind; none for kinds that are text and fields alone. */
export function sectionsOf(shown: ShownBody): Parts {
  if (shown.path === '/') return homeParts(shown);
  return makers[shown.kind]?.(shown) ?? { shows: [] };
}
