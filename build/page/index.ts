/** The makers of every page of the build, one for each family of pages. */

import type { Catalog } from '../catalog/source/catalog.ts';
import { authoredPages } from './authored.ts';
import { changesPages } from './changes.ts';
import { citationPages } from './citation.ts';
import { comparisonPages } from './comparison.ts';
import type { Page, Setting } from './compose/page.ts';
import { docsIndexPages } from './docs-index.ts';
import { domainPages } from './domain.ts';
import { exportPages } from './export.ts';
import { findingsPages } from './findings.ts';
import { formationIndexPages } from './formation-index.ts';
import { guideIndexPages } from './guide-index.ts';
import { homePages } from './home.ts';
import { patternIndexPages } from './pattern-index.ts';
import { pluginPages } from './plugin.ts';
import { researchIndexPages } from './research-index.ts';
import { schemaReferencePages } from './schema-reference.ts';
import { searchPages } from './search/search.ts';
import { starterIndexPages } from './starter-index.ts';
import { statusPages } from './status.ts';
import { taskPages } from './task.ts';

/** Makes the pages of one family from the catalog. */
type PageMaker = (catalog: Catalog, setting: Setting) => Page[];

export const pageMakers: readonly PageMaker[] = [
  homePages,
  authoredPages,
  patternIndexPages,
  findingsPages,
  domainPages,
  taskPages,
  researchIndexPages,
  comparisonPages,
  citationPages,
  changesPages,
  starterIndexPages,
  formationIndexPages,
  exportPages,
  pluginPages,
  guideIndexPages,
  docsIndexPages,
  schemaReferencePages,
  searchPages,
  statusPages,
];

/** Paths that exist whatever the content is, so that content may link to them. */
export { exportIndexPath } from './export.ts';
export { guideIndexPath } from './guide-index.ts';
export { schemaReferencePaths } from './schema-reference.ts';
export { taskIndexPath, taskTablePath } from './task-index.ts';
