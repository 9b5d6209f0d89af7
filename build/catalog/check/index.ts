/**
 * The list of all checks, one line each. Checks of one source run when it is compiled, and checks across sources when all sources
 * are known.
 */
import type { Fault } from '#document/text/fault.ts';
import type { Catalog } from '../source/catalog.ts';
import type { ParsedSource } from '../source/source.ts';
import type { SourceFault } from '../source/source-fault.ts';
import { checkComparisons } from './comparison.ts';
import { checkControls } from './control.ts';
import { checkDates } from './date.ts';
import { checkShape } from './direction.ts';
import { checkCitedFigures, checkPrices, checkUncitedFigures } from './figure.ts';
import { checkBases, checkFindingSources, checkFindings } from './finding.ts';
import { checkHeadings } from './heading.ts';
import { checkImmutability, checkNotice } from './immutability.ts';
import { checkInstructionNames, checkInstructionTexts } from './instruction.ts';
import { checkLengths } from './length.ts';
import { checkLinkForm, checkLinks } from './link.ts';
import { checkDiagramText, checkForm, checkMarkdown, checkTables } from './markdown.ts';
import { checkName, checkRequired, checkTitles, checkUrls } from './name.ts';
import { checkCitedQuotations, checkQuotations } from './quotation.ts';
import { checkRecords } from './record.ts';
import { checkAliases, checkDomains, checkReferences, checkSituations } from './reference.ts';
import { checkSafety } from './safety.ts';
import { checkSentences } from './sentence.ts';
import { checkTaskNames, checkTasks } from './task.ts';
import { checkLetters, checkQuotes, checkTodo, checkWording } from './wording.ts';

export const sourceChecks: readonly ((source: ParsedSource) => Fault[])[] = [
  checkName,
  checkHeadings,
  checkForm,
  checkMarkdown,
  checkDiagramText,
  checkTables,
  checkLinkForm,
  checkShape,
  checkInstructionNames,
  checkFindings,
  checkTaskNames,
  checkSafety,
  checkNotice,
  checkQuotations,
  checkWording,
  checkUncitedFigures,
  checkLetters,
  checkQuotes,
  checkTodo,
  checkPrices,
];

/**
 * The checks of the whole catalog. `now` is the present time (RFC 3339); if it is absent, dates in the future are not refused.
 */
export const catalogChecks: readonly ((catalog: Catalog, now: string | undefined) => SourceFault[])[] = [
  checkRequired,
  checkUrls,
  checkAliases,
  checkReferences,
  checkDomains,
  checkFindingSources,
  checkComparisons,
  checkControls,
  checkTasks,
  checkLinks,
  checkImmutability,
  checkInstructionTexts,
  ({ statusFaults }) => [...statusFaults],
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
