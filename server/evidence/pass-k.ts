/** The field `pass_of_k` of evidence: results of repetitions. */
import type { LockResult } from '#document/evaluation/evidence-snapshot.ts';
import { nearest } from '#document/kind/share.ts';
import { passOfK } from '#document/statistics/pass-k.ts';
import type { Column } from '#document/statistics/table.ts';

/**
 * Returns the field with pass@k and pass^k of a lock, for each usual k up to the number of repetitions; no field without
 * repetitions.
 * @param cases the runs of the lock on each case
 */
export function passesOfK(cases: Column): Pick<LockResult, 'pass_of_k'> {
  const found = passOfK([...cases.values()]);
  return found.length === 0
    ? {}
    : { pass_of_k: found.map(({ k, any, all }) => ({ k, any: nearest(any), all: nearest(all) })) };
}
