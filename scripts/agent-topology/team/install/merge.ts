/** Compares and merges texts line by line, so that an update keeps a person's edits (docs/command.md#11). */
import { createTwoFilesPatch, diffArrays } from 'diff';
import { merge } from 'node-diff3';

const plain = (text: string): string => text.replaceAll('\r\n', '\n');

interface Merged {
  text: string;
  /** Whether both sides changed the same lines. If so, the text has both, between conflict markers. */
  hasConflict: boolean;
}

const ownLabel = 'on disk';

/** Tells whether a text still has conflict markers that `merged` wrote. */
export const hasMarkers = (text: string): boolean => text.split(/\r?\n/).includes(`<<<<<<< ${ownLabel}`);

/** The most lines of a text that is merged. A longer text is no file of an agent. */
const maxLines = 10_000;

/** The most lines in which texts may differ, since the time of a comparison grows with the square of that number. */
const maxEdits = 2000;

/**
 * Merges the changes that a person and the catalog made to one text.
 * @param base the installed text
 * @param mine the text on disk, whose line ends are kept
 * @param theirs the text of the new version
 * @returns undefined for texts that are too long, or too different, to compare
 */
export function merged(base: string, mine: string, theirs: string, version: string): Merged | undefined {
  const [a, o, b] = [mine, base, theirs].map(text => plain(text).split('\n')) as [
    string[],
    string[],
    string[],
  ];
  if ([a, o, b].some(lines => lines.length > maxLines)) return undefined;
  const [ours, others] = [aligned(o, a), aligned(o, b)];
  if (ours === undefined || others === undefined) return undefined;
  const { conflict, result } = merge(ours, [...o.keys()].map(String), others, {
    excludeFalseConflicts: true,
    label: { a: ownLabel, b: version },
  });
  const text = result.map(line => (/^\d/.test(line) ? o[Number(line)] : line.replace(/^\+/, ''))).join('\n');
  return { text: mine.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text, hasConflict: conflict };
}

/**
 * Writes each line of a text as the number of the line in `base` that it keeps, or, for a line that is not in `base`, as a plus
 * and the line. Returns undefined if too many lines differ. Without the numbers, merging takes time that grows with the cube of
 * the number of equal lines.
 */
function aligned(base: string[], lines: string[]): string[] | undefined {
  let at = 0;
  return diffArrays(base, lines, { maxEditLength: maxEdits })?.flatMap(({ added, removed, value }) => {
    if (added) return value.map(line => `+${line}`);
    at += value.length;
    return removed ? [] : value.map((_, index) => String(at - value.length + index));
  });
}

/**
 * Compares two texts. Returns a unified patch that `git apply` takes; an empty text if only line ends differ, and a sentence if
 * too many lines do.
 * @param mine the text on disk; undefined if there is no such file
 * @param theirs the text of the new version; undefined if the file is to be removed
 */
export function unified(path: string, mine: string | undefined, theirs: string | undefined): string {
  const [before, after] = [plain(mine ?? ''), plain(theirs ?? '')];
  if (before === after) return '';
  const none = '/dev/null';
  const from = mine === undefined ? none : `a/${path}`;
  const names = [from, theirs === undefined ? none : `b/${path}`, before, after] as const;
  const patch = createTwoFilesPatch(...names, undefined, undefined, {
    context: 3,
    maxEditLength: maxEdits,
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
  });
  return patch ?? `${path} differs in more than ${maxEdits} lines.`;
}
