/** The results of repetitions, as evidence states them. */
import type { LockResult } from '#document/evaluation/evidence-snapshot.ts';
import { nearest } from '#document/kind/share.ts';
import { passOfK } from '#document/statistics/pass-k.ts';
import type { Column } from '#document/statistics/table.ts';

/** pass@k and pass^k of a lock, for each usual k up to the number of repetitions; nothing without repetitions. */
export function passesOfK(cases: Column): Pick<LockResult, 'pass_of_k'> {
  const found = passOfK([...cases.values()]);
  return found.length === 0
    ? {}
    : { pass_of_k: found.map(({ k, any, all }) => ({ k, any: nearest(any), all: nearest(all) })) };
}
