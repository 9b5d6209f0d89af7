/** `/status.md` and its HTML page: the one page to which a service adds counts since the catalog was built. */
import type { PageEntry } from '#document/text/manifest.ts';
import { covers } from '#document/text/tree.ts';
import type { Beside } from '#edition/beside.ts';
import { render } from '#edition/rendering.ts';
import { reportSection } from '../../server/ticket/rule/report-table.ts';
import type { CheckFault } from '../support/fault.ts';
import { differenceOf } from './derive/difference.ts';
import { differenceFrom } from './folder.ts';
import type { Page } from './tree.ts';

const path = '/status.md';
const twin = '/status.html';

/** Tells whether a path is that of the page that the server completes with counts when it serves it. */
export const isLivePath = (each: string): boolean => each === path || each === twin;

/** Matches a row of the table of reports: counts, and words of the contract. */
const row = /^\|(?: [\w .,<%()-]* \|)+$/;
const paused = 'Reporting is paused at present.';

/**
 * Checks a live page as it was served: it must begin with the signed bytes, and end with counts of reports. Returns the faults as
 * sentences.
 */
export function liveFaults(entry: PageEntry, served: Uint8Array): string[] {
  if (entry.path === twin) return [];
  const signed = served.slice(0, entry.size);
  if (!covers(entry, signed)) return [differenceFrom(entry, signed)];
  const added = Buffer.from(served.slice(entry.size)).toString();
  const begin = `\n${reportSection([], false)}`;
  if (
    added === '' ||
    /^\n## Use reports\n\nThe database does not answer at the moment\.[^|<>[\]]{0,300}$/.test(added)
  )
    return [];
  const rest = added.startsWith(begin) ? added.slice(begin.length).split('\n') : undefined;
  if (rest?.every(line => line === '' || line === paused || row.test(line))) return [];
  return ['After what was signed comes more than the counts of reports that a service adds.'];
}

/** Checks that the HTML page shows the Markdown page as it was served. */
export function statusTwinFaults(pages: ReadonlyMap<string, Page>, baseUrl: string): CheckFault[] {
  const [page, shown] = [pages.get(path), pages.get(twin)];
  if (!page?.served || !shown?.served || !shown.entry) return [];
  // Counts may have come in between: then the rows differ, and nothing else.
  const beside = shown.entry.beside as Beside;
  const expected = render(Buffer.from(page.served).toString(), { as: 'page', path, baseUrl, beside });
  const difference = differenceOf(withoutCounts(shown.served), withoutCounts(expected));
  return difference === undefined ? [] : [{ where: shown.where, message: difference }];
}

/** Returns a page without its tables and without digests. */
const withoutCounts = (html: string | Uint8Array): Buffer =>
  Buffer.from(
    Buffer.from(html)
      .toString()
      .split('<tbody>')
      .map((part, at) => (at === 0 ? part : part.slice(part.indexOf('</tbody>') + 1)))
      .join('')
      .replace(/[0-9a-f]{64}/g, ''),
  );
