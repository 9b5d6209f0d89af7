/** What caps are counted by: for each holder, and for all visitors together, the tickets so far and those still open. */
import {
  type Holder,
  type HolderCount,
  keyOf,
  type NumberedTime,
  type NumberRange,
  site,
} from '../ticket/ledger.ts';
import { type Backend, forEach, inLockOrder, rows, type Work, writeEach } from './dialect/backend.ts';

/** The bodies that read and write the counts. */
export function holderCounts(backend: Backend) {
  const who = { cohort: 'text', holder: 'text' } as const;
  const find = `
    SELECT ticket_holder.cohort, ticket_holder.holder, issued, open FROM ${backend.rowsOf(who)}
    JOIN ticket_holder ON ticket_holder.cohort = listed.cohort AND ticket_holder.holder = listed.holder`;
  const times = `
    SELECT ticket.cohort, ticket.holder, holder_number AS number, issued_at
    FROM ${backend.rowsOf({ holder: 'text', first: 'bigint', last: 'bigint' })}
    JOIN ticket ON ticket.holder = listed.holder AND holder_number BETWEEN listed.first AND listed.last
    WHERE holder_number IS NOT NULL`;
  const siteTimes = `
    SELECT site_number AS number, issued_at FROM ticket
    WHERE site_number BETWEEN $1 AND $2 AND site_number IS NOT NULL`;
  // The rows of an INSERT are locked in the order of the list; those of an UPDATE in whatever order they are found.
  const add = `
    INSERT INTO ticket_holder (cohort, holder, issued, open)
    SELECT cohort, holder, issued, open FROM ${backend.rowsOf({ ...who, issued: 'bigint', open: 'bigint' })} WHERE true
    ON CONFLICT (cohort, holder)
    DO UPDATE SET issued = ticket_holder.issued + excluded.issued, open = ticket_holder.open + excluded.open`;
  return {
    find: (holders: readonly Holder[]) => forEach<HolderCount>(find, holders),
    /** When the tickets of these numbers were issued. */
    times: function* (ranges: readonly NumberRange[]): Work<NumberedTime[]> {
      const ofHolders = ranges.filter(range => range.holder !== site.holder);
      const found = yield* forEach<NumberedTime>(times, ofHolders);
      const ofSite = ranges.find(range => range.holder === site.holder);
      if (!ofSite) return found;
      const numbers = yield* rows<NumberedTime>(siteTimes, ofSite.first, ofSite.last);
      return [...found, ...numbers.map(row => ({ ...row, ...site }))];
    },
    /** Adds to the counts, which others may lower at the same time. */
    add: (counts: readonly HolderCount[]) => writeEach(add, summed(counts)),
    /** Counts one open ticket less for each time that a holder is given. */
    release: (holders: readonly Holder[]) => writeEach(add, summed(holders.map(closed))),
  };
}

const closed = ({ cohort, holder }: Holder): HolderCount => ({ cohort, holder, issued: 0, open: -1 });

/** One row for each holder, in the order in which all transactions lock them. */
function summed(counts: readonly HolderCount[]): HolderCount[] {
  const sums = new Map<string, HolderCount>();
  for (const { cohort, holder, issued, open } of counts) {
    const key = keyOf({ cohort, holder });
    const sum = sums.get(key) ?? { cohort, holder, issued: 0, open: 0 };
    sums.set(key, { ...sum, issued: sum.issued + issued, open: sum.open + open });
  }
  return inLockOrder(sums);
}
