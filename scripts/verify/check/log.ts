/**
 * Checks that the log is complete, is signed by its key, continues the logs that it says it continues, and has grown from the
 * checkpoint that the caller kept.
 */

import { readListedKey } from '#document/proof/document/keys.ts';
import { continuationFault } from '#document/proof/log/continuation.ts';
import type { CheckFault } from '../../support/fault.ts';
import type { CheckInput } from '../check-input.ts';
import { growthFault } from '../growth.ts';
import { logPrefix } from '../named-paths.ts';
import type { Tree } from '../tree.ts';
import { type Check, faultAt } from './check.ts';

export const logCheck: Check = {
  name: 'transparency log',
  help: 'Keep both checkpoints and ask the publisher: a log that shrank or forked has shown different histories to different readers.',
  run: (tree, evidence, pins) => [
    ...evidence.log.faults.map(({ file, message }) => faultAt(tree, logPrefix + file, message)),
    ...checkName(tree, evidence),
    ...checkEntries(tree, evidence),
    ...checkContinuations(tree, evidence),
    ...(pins.checkpoint ? checkGrowth(tree, evidence, pins.checkpoint) : []),
  ],
};

const checkpointPath = `${logPrefix}checkpoint`;

function checkName(tree: Tree, { log, origin }: CheckInput): CheckFault[] {
  if (origin === undefined)
    return [faultAt(tree, checkpointPath, 'No active key of the purpose log is listed.')];
  if (log.checkpoint === undefined || log.checkpoint.origin === origin) return [];
  return [faultAt(tree, checkpointPath, `It is of the log ${log.checkpoint.origin}; expected ${origin}.`)];
}

/** Checks that the log under each former name is a prefix of this log, signed by the key of that name. */
function checkContinuations(tree: Tree, { entries, log, keys }: CheckInput): CheckFault[] {
  const listed = keys.map(readListedKey);
  return entries.flatMap((entry, index) => {
    if (entry?.type !== 'continued') return [];
    const message = continuationFault(entry, { index, tree: log.tree, keys: listed });
    return message === undefined
      ? []
      : [faultAt(tree, checkpointPath, `Entry ${index} of the log: ${message}`)];
  });
}

function checkEntries(tree: Tree, { entries }: CheckInput): CheckFault[] {
  return entries.flatMap((entry, index) =>
    entry === undefined
      ? [faultAt(tree, checkpointPath, `Entry ${index} of the log is not in the format of this service.`)]
      : [],
  );
}

function checkGrowth(tree: Tree, evidence: CheckInput, kept: Uint8Array): CheckFault[] {
  const fault = growthFault(kept, evidence);
  return fault === undefined ? [] : [faultAt(tree, checkpointPath, fault)];
}
