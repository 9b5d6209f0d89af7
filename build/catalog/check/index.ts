/** Every check, one line each. Checks of one source run when it is compiled, checks across sources when all are known. */
import type { Fault } from '#document/text/fault.ts';
import type { Catalog } from '../source/catalog.ts';
import type { ParsedSource } from '../source/source.ts';
import type { SourceFault } from '../source/source-fault.ts';
import { checkAliases } from './alias.ts';
import { checkBases, checkBasis } from './basis.ts';
import { checkCitedQuotations } from './cited-quotation.ts';
import { checkComparisons } from './comparison.ts';
import { checkControls } from './control.ts';
import { checkDates } from './date.ts';
import { checkDiagramText, checkNoDiagram } from './diagram.ts';
import { checkDirections } from './direction.ts';
import { checkDomains, checkTasks } from './domain.ts';
import { checkCitedFigures, checkUncitedFigures } from './figure.ts';
import { checkFindingSources } from './finding-source.ts';
import { checkForm } from './form.ts';
import { checkHeadings } from './heading.ts';
import { checkImmutability } from './immutability.ts';
import { checkInstructionNames } from './instruction.ts';
import { checkInstructionTexts } from './instruction-text.ts';
import { checkLengths } from './length.ts';
import { checkLetters } from './letter.ts';
import { checkLinkForm, checkLinks } from './link.ts';
import { checkMarkdown } from './markdown.ts';
import { checkName } from './name.ts';
import { checkNotice } from './notice.ts';
import { checkPrices } from './price.ts';
import { checkQuotations } from './quotation.ts';
import { checkRecords } from './record.ts';
import { checkReferences } from './reference.ts';
import { checkRequired } from './required.ts';
import { checkSafety } from './safety.ts';
import { checkSentences } from './sentence.ts';
import { checkShape } from './shape.ts';
import { checkSituations } from './situation.ts';
import { checkStandAlone } from './stand-alone.ts';
import { checkStatuses } from './status.ts';
import { checkSuperseded } from './superseded.ts';
import { checkTables } from './table.ts';
import { checkTaskDefaults } from './task-default.ts';
import { checkTitles } from './title.ts';
import { checkTodo } from './todo.ts';
import { checkUrls } from './url.ts';
import { checkVerdicts } from './verdict.ts';
import { checkWording } from './wording.ts';

export const sourceChecks: readonly ((source: ParsedSource) => Fault[])[] = [
  checkName,
  checkHeadings,
  checkForm,
  checkMarkdown,
  checkDiagramText,
  checkNoDiagram,
  checkTables,
  checkLinkForm,
  checkShape,
  checkInstructionNames,
  checkSuperseded,
  checkTasks,
  checkStandAlone,
  checkSafety,
  checkNotice,
  checkQuotations,
  checkWording,
  checkUncitedFigures,
  checkBasis,
  checkDirections,
  checkLetters,
  checkTodo,
  checkPrices,
];

/** `now` is the time, RFC 3339, by which dates in the future are refused; absent: none is. */
export const catalogChecks: readonly ((catalog: Catalog, now: string | undefined) => SourceFault[])[] = [
  checkRequired,
  checkUrls,
  checkAliases,
  checkReferences,
  checkDomains,
  checkFindingSources,
  checkComparisons,
  checkControls,
  checkTaskDefaults,
  checkVerdicts,
  checkLinks,
  checkImmutability,
  checkInstructionTexts,
  checkStatuses,
  checkCitedFigures,
  checkCitedQuotations,
  checkRecords,
  checkBases,
  checkTitles,
  checkDates,
  checkSentences,
  checkSituations,
  checkLengths,
];
