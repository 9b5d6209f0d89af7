/** Every check, one line each. Those of one source run as it is compiled; those across sources when all are known. */
import type { Fault } from '#build/text/fault.ts';
import type { Catalog } from '../source/catalog.ts';
import type { ParsedSource } from '../source/source.ts';
import type { SourceFault } from '../source/source-fault.ts';
import { checkAliases } from './alias.ts';
import { checkComparisons } from './comparison.ts';
import { checkControls } from './control.ts';
import { checkDiagramText } from './diagram.ts';
import { checkCitedFigures, checkUncitedFigures } from './figure.ts';
import { checkFindingSources } from './finding-source.ts';
import { checkForm } from './form.ts';
import { checkHeadings } from './heading.ts';
import { checkImmutability } from './immutability.ts';
import { checkLengths } from './length.ts';
import { checkLinkForm, checkLinks } from './link.ts';
import { checkName } from './name.ts';
import { checkNotice } from './notice.ts';
import { checkPrices } from './price.ts';
import { checkQuotations } from './quotation.ts';
import { checkReferences } from './reference.ts';
import { checkRequired } from './required.ts';
import { checkSafety } from './safety.ts';
import { checkSentences } from './sentence.ts';
import { checkShape } from './shape.ts';
import { checkSituations } from './situation.ts';
import { checkStandAlone } from './stand-alone.ts';
import { checkStatuses } from './status.ts';
import { checkSuperseded } from './superseded.ts';
import { checkTaskDefaults } from './task-default.ts';
import { checkUrls } from './url.ts';
import { checkWording } from './wording.ts';

export const sourceChecks: readonly ((source: ParsedSource) => Fault[])[] = [
  checkName,
  checkHeadings,
  checkForm,
  checkDiagramText,
  checkLinkForm,
  checkShape,
  checkSuperseded,
  checkStandAlone,
  checkSafety,
  checkNotice,
  checkQuotations,
  checkWording,
  checkUncitedFigures,
  checkPrices,
];

export const catalogChecks: readonly ((catalog: Catalog) => SourceFault[])[] = [
  checkRequired,
  checkUrls,
  checkAliases,
  checkReferences,
  checkFindingSources,
  checkComparisons,
  checkControls,
  checkTaskDefaults,
  checkLinks,
  checkImmutability,
  checkStatuses,
  checkCitedFigures,
  checkSentences,
  checkSituations,
  checkLengths,
];
