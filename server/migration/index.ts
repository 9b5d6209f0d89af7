/** Every migration, in order. A released migration is never edited: the next one corrects it. */
import * as settingsAndAccess from './001-settings-and-access.ts';
import * as ticketsAndReceipts from './002-tickets-and-receipts.ts';
import * as tenantResources from './003-tenant-resources.ts';
import * as evaluations from './004-evaluations.ts';
import * as requestCounts from './005-request-counts.ts';
import * as reportCountParts from './006-report-count-parts.ts';
import * as receiptNumbers from './007-receipt-numbers.ts';
import * as roomForRedemption from './008-room-for-redemption.ts';
import * as storage from './009-storage.ts';
import * as widerNetworks from './010-wider-networks.ts';
import * as operations from './011-operations.ts';
import * as lists from './012-lists.ts';
import * as looks from './013-looks.ts';
import * as importsAndProgress from './014-imports-and-progress.ts';
import * as conformance from './015-conformance.ts';
import * as versionNames from './016-version-names.ts';
import * as sameVersion from './017-same-version.ts';
import * as history from './018-history.ts';
import * as importedLogs from './019-imported-logs.ts';
import * as attempts from './020-attempts.ts';
import * as questions from './021-questions.ts';
import type { Migration } from './migration.ts';

export const migrations: readonly Migration[] = [
  { number: 1, name: 'settings-and-access', up: settingsAndAccess.up },
  { number: 2, name: 'tickets-and-receipts', up: ticketsAndReceipts.up },
  { number: 3, name: 'tenant-resources', up: tenantResources.up },
  { number: 4, name: 'evaluations', up: evaluations.up },
  { number: 5, name: 'request-counts', up: requestCounts.up },
  { number: 6, name: 'report-count-parts', up: reportCountParts.up },
  { number: 7, name: 'receipt-numbers', up: receiptNumbers.up },
  { number: 8, name: 'room-for-redemption', up: roomForRedemption.up },
  { number: 9, name: 'storage', up: storage.up },
  { number: 10, name: 'wider-networks', up: widerNetworks.up },
  { number: 11, name: 'operations', up: operations.up },
  { number: 12, name: 'lists', up: lists.up },
  { number: 13, name: 'looks', up: looks.up },
  { number: 14, name: 'imports-and-progress', up: importsAndProgress.up },
  { number: 15, name: 'conformance', up: conformance.up },
  { number: 16, name: 'version-names', up: versionNames.up },
  { number: 17, name: 'same-version', up: sameVersion.up },
  { number: 18, name: 'history', up: history.up },
  { number: 19, name: 'imported-logs', up: importedLogs.up },
  { number: 20, name: 'attempts', up: attempts.up },
  { number: 21, name: 'questions', up: questions.up },
];
