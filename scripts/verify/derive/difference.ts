/** Describes the first difference between two texts. */

/** The most characters of a line that are shown. */
const maxShown = 100;

/**
 * Describes the first line that differs; undefined if the bytes are equal.
 * @param found the served bytes
 * @param expected the bytes that the sources produce
 * @param names the words that precede each of the two lines
 */
export function differenceOf(
  found: Uint8Array,
  expected: string | Uint8Array,
  names = { found: 'is', expected: 'the sources give' },
): string | undefined {
  const wanted = Buffer.from(expected);
  if (wanted.equals(found)) return undefined;
  if (wanted.includes(0)) return 'Its bytes are not those that they should be.';
  const [is, be] = [Buffer.from(found).toString(), wanted.toString()].map(text => text.split('\n'));
  const at = is!.findIndex((line, index) => line !== be![index]);
  const line = at < 0 ? is!.length : at;
  const [before, after] = [is![line], be![line]];
  return `Line ${line + 1} ${names.found} ${shown(before, after)}; ${names.expected} ${shown(after, before)}.`;
}

/** Returns a part of a line that begins shortly before the place where it differs from another line. */
function shown(line: string | undefined, other: string | undefined): string {
  if (line === undefined) return 'missing';
  let same = 0;
  while (same < line.length && line[same] === other?.[same]) same += 1;
  const start = Math.max(0, same - maxShown / 2);
  const part = line.slice(start, start + maxShown);
  // What is shown may come from anybody: no character of it may command a terminal.
  const plain = JSON.stringify(part).slice(1, -1).replaceAll('\\"', '"');
  return `\`${start > 0 ? '…' : ''}${plain}${start + maxShown < line.length ? '…' : ''}\``;
}
