/** Unified diffs of one small file, as models write them: line numbers are often wrong, so what is removed says where. */

/** The number of unchanged lines that are written before and after a change. */
const context = 3;

/** The diff that replaces one text of a file by another. */
export function diffOf(code: string, from: string, to: string): string {
  const [before, after] = [code.split('\n'), code.replace(from, () => to).split('\n')];
  const isSame = (at: number, end: number) => before.at(at - end) === after.at(at - end);
  let first = 0;
  while (first < Math.min(before.length, after.length) && before[first] === after[first]) first += 1;
  let last = 0;
  while (last < Math.min(before.length, after.length) - first && isSame(0, last + 1)) last += 1;
  const [start, end] = [Math.max(0, first - context), Math.max(0, last - context)];
  const cut = (lines: readonly string[], from: number, to: number) => lines.slice(from, lines.length - to);
  const marked = (mark: string, lines: readonly string[]) => lines.map(line => mark + line);
  const changes = [
    ...marked(' ', before.slice(start, first)),
    ...marked('-', cut(before, first, last)),
    ...marked('+', cut(after, first, last)),
    ...marked(' ', cut(before, before.length - last, end)),
  ];
  const range = (lines: readonly string[]) => `${start + 1},${cut(lines, start, end).length}`;
  return [
    '--- a/program.js',
    '+++ b/program.js',
    `@@ -${range(before)} +${range(after)} @@`,
    ...changes,
  ].join('\n');
}

/**
 * Applies a diff, alone or in a fenced block of a text. Each hunk replaces the lines that it keeps and removes by those that it keeps
 * and adds, after the hunk before it, at the place that is nearest to the line it states.
 * @returns undefined when it holds no hunk, or one that fits nowhere
 */
export function applyDiff(code: string, text: string): string | undefined {
  const hunks = linesOfDiff(text)
    .split(/^(?=@@ )/m)
    .filter(part => part.startsWith('@@ '));
  if (hunks.length === 0) return undefined;
  let lines = code.split('\n');
  let [from, grown] = [0, 0];
  for (const hunk of hunks) {
    const line = /^@@ -(\d+)/.exec(hunk)?.[1] ?? '1';
    const changes = hunk.split('\n').filter(each => /^[-+ ]/.test(each));
    const side = (mark: string) => changes.filter(each => each[0] !== mark).map(each => each.slice(1));
    const [old, fresh] = [side('+'), side('-')];
    const at = placeOf(lines, old, from, Number(line) - 1 + grown);
    if (at === undefined) return undefined;
    lines = [...lines.slice(0, at), ...fresh, ...lines.slice(at + old.length)];
    grown += fresh.length - old.length;
    from = at + fresh.length;
  }
  return lines.join('\n');
}

/** What is in the first fenced block, if there is one. */
function linesOfDiff(text: string): string {
  const fence = /^```(?:diff|patch)?\n/m.exec(text);
  if (fence === null) return text;
  const rest = text.slice(fence.index + fence[0].length);
  const end = rest.indexOf('\n```');
  return end < 0 ? rest : rest.slice(0, end);
}

/** Where lines stand in others, except for white space at their ends: of several places the one nearest to `stated`. */
function placeOf(
  lines: readonly string[],
  wanted: readonly string[],
  from: number,
  stated: number,
): number | undefined {
  const places = Array.from({ length: lines.length - wanted.length + 1 - from }, (_, index) => from + index);
  const fits = (at: number) => wanted.every((line, index) => line.trimEnd() === lines[at + index]!.trimEnd());
  return places.filter(fits).sort((a, b) => Math.abs(a - stated) - Math.abs(b - stated))[0];
}
