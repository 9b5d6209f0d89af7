/** Texts compared and merged line by line: how a person's edits outlive an update (docs/task-to-files.md#4). */
import { createTwoFilesPatch } from 'diff';
import { merge } from 'node-diff3';

const plain = (text: string): string => text.replaceAll('\r\n', '\n');

interface Merged {
  text: string;
  /** Whether both sides changed the same lines; the text then has both, between conflict markers. */
  hasConflict: boolean;
}

/** The most lines of a text that is merged: what is longer is no file of an agent, and would take long. */
const maxLines = 20_000;

/**
 * Merges what a person and what the catalog made of the same text.
 * @param base as it was installed
 * @param mine as it is on disk; its line ends are kept
 * @param theirs as the new version has it
 * @returns undefined for texts that are too long to compare
 */
export function merged(base: string, mine: string, theirs: string, version: string): Merged | undefined {
  const texts = [mine, base, theirs].map(text => plain(text).split('\n'));
  if (texts.some(lines => lines.length > maxLines)) return undefined;
  const [a, o, b] = texts as [string[], string[], string[]];
  const { conflict, result } = merge(a, o, b, {
    excludeFalseConflicts: true,
    label: { a: 'on disk', b: version },
  });
  const text = result.join('\n');
  return { text: mine.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text, hasConflict: conflict };
}

/** So many lines may differ before a comparison shows both texts whole. */
const maxEdits = 5000;

/** What differs between two texts, as a unified patch that `patch -p1` applies; nothing where only line ends differ. */
export function unified(path: string, mine: string, theirs: string, version: string): string {
  const [before, after] = [plain(mine), plain(theirs)];
  if (before === after) return '';
  const names = [`a/${path}`, `b/${path}`, before, after, 'on disk', version] as const;
  const patch = createTwoFilesPatch(...names, {
    context: 3,
    maxEditLength: maxEdits,
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
  });
  if (patch !== undefined) return patch;
  const whole = (text: string, mark: string) =>
    text
      .replace(/\n$/, '')
      .split('\n')
      .map(line => `${mark}${line}`);
  const lines = [...whole(before, '-'), ...whole(after, '+')];
  const count = (text: string) => text.replace(/\n$/, '').split('\n').length;
  return [
    ...[`--- a/${path}\ton disk`, `+++ b/${path}\t${version}`],
    ...[`@@ -1,${count(before)} +1,${count(after)} @@`, ...lines, ''],
  ].join('\n');
}
