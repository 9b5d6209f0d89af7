/**
 * The counts on which caps depend. For each holder, and each group of holders that a cap covers: its tickets so far, those that
 * are open, and how many it had before each second of the last hour.
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

/** Makes the functions whose bodies read and write the counts. */
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
  // An INSERT locks its rows in the order of the list; an UPDATE would lock them in any order.
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
    /** Returns the earlier marks in the given ranges, in any order. */
    marks: (ranges: readonly MarkRange[]) => forEach<Mark>(marks, ranges),
    /** Adds to the counts. Other transactions may lower them at the same time. */
    add: (counts: readonly HolderCount[]) => writeEach(add, summed(counts)),
    /** Stores marks that are no longer the latest. */
    mark: (added: readonly Mark[]) => writeEach(mark, added),
    /**
     * Deletes the marks that are too old to matter for any hour. Their age is measured by the latest ticket, since the clocks
     * of processes may differ.
     * @param reach how far back marks matter, in numbers of tickets
     * @param perSecond the numbers of tickets in a second
     * @param horizon the largest number of a ticket that counts
     */
    forget: (reach: number, perSecond: number, horizon: number): Transaction<void> =>
      write(
        'DELETE FROM ticket_mark WHERE at <= (SELECT (max(number) - $1) / $2 FROM ticket WHERE number <= $3)',
        reach,
        perSecond,
        horizon,
      ),
    /** Lowers the number of open tickets of each holder, by one for each time that it is listed. */
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

/** Adds up the counts of each holder into one row, in the order in which all transactions lock the rows. */
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
