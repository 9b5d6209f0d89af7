/**
 * The counts behind caps: for each holder, and for each group that a cap covers, the tickets so far, those still open, and how
 * many there were before each second of the last hour.
 */

import {
  type Backend,
  forEach,
  inLockOrder,
  type Transaction,
  write,
  writeEach,
} from '../../store/database/backend.ts';
import { type Holder, type HolderCount, keyOf, type Mark, type MarkRange } from '../rule/ledger.ts';

/** The bodies that read and write the counts. */
export function holderCounts(backend: Backend) {
  const who = { cohort: 'text', holder: 'text' } as const;
  const counts = { issued: 'bigint', open: 'bigint', marked_at: 'bigint', marked_before: 'bigint' } as const;
  const columns = { ...who, ...counts };
  const names = Object.keys(columns).join(', ');
  const find = `
    SELECT ticket_holder.cohort, ticket_holder.holder, issued, open, marked_at, marked_before FROM ${backend.rowsOf(who)}
    JOIN ticket_holder ON ticket_holder.cohort = listed.cohort AND ticket_holder.holder = listed.holder`;
  const marks = `
    SELECT mark.cohort, mark.holder, mark.at, issued_before
    FROM ${backend.rowsOf({ ...who, first: 'bigint', last: 'bigint' })}
    JOIN ticket_mark AS mark ON mark.cohort = listed.cohort AND mark.holder = listed.holder
    WHERE mark.at > listed.first AND mark.at <= coalesce((
      SELECT min(next.at) FROM ticket_mark AS next
      WHERE next.cohort = listed.cohort AND next.holder = listed.holder AND next.at > listed.last
    ), listed.last)`;
  // The rows of an INSERT are locked in the order of the list; those of an UPDATE in whatever order they are found.
  const add = `
    INSERT INTO ticket_holder (${names}) SELECT ${names} FROM ${backend.rowsOf(columns)} WHERE true
    ON CONFLICT (cohort, holder)
    DO UPDATE SET issued = ticket_holder.issued + excluded.issued, open = ticket_holder.open + excluded.open,
      marked_at = coalesce(excluded.marked_at, ticket_holder.marked_at),
      marked_before = coalesce(excluded.marked_before, ticket_holder.marked_before)`;
  const mark = `
    INSERT INTO ticket_mark (cohort, holder, at, issued_before)
    SELECT cohort, holder, at, issued_before
    FROM ${backend.rowsOf({ ...who, at: 'bigint', issued_before: 'bigint' })} WHERE true
    ON CONFLICT (cohort, holder, at) DO NOTHING`;
  return {
    find: (holders: readonly Holder[]) => forEach<HolderCount>(find, holders),
    /** The earlier marks that decide, in any order. */
    marks: (ranges: readonly MarkRange[]) => forEach<Mark>(marks, ranges),
    /** Adds to the counts, which others may lower at the same time. */
    add: (counts: readonly HolderCount[]) => writeEach(add, summed(counts)),
    /** Keeps marks that are not the latest any more. */
    mark: (added: readonly Mark[]) => writeEach(mark, added),
    /**
     * Deletes the marks that no hour can reach any more, by the time of the latest ticket: clocks may differ.
     * @param horizon the greatest number that counts
     */
    forget: (reach: number, perSecond: number, horizon: number): Transaction<void> =>
      write(
        'DELETE FROM ticket_mark WHERE at <= (SELECT (max(number) - $1) / $2 FROM ticket WHERE number <= $3)',
        reach,
        perSecond,
        horizon,
      ),
    /** Counts one open ticket less for each time that a holder is given. */
    release: (holders: readonly Holder[]) => writeEach(add, summed(holders.map(closed))),
  };
}

const closed = ({ cohort, holder }: Holder): HolderCount => ({
  cohort,
  holder,
  issued: 0,
  open: -1,
  marked_at: null,
  marked_before: null,
});

/** Adds up the counts of each holder into one row, in the order in which all transactions lock them. */
function summed(counts: readonly HolderCount[]): HolderCount[] {
  const sums = new Map<string, HolderCount>();
  for (const count of counts) {
    const key = keyOf(count);
    const sum = sums.get(key);
    if (sum) sums.set(key, { ...sum, issued: sum.issued + count.issued, open: sum.open + count.open });
    else sums.set(key, count);
  }
  return inLockOrder(sums);
}
