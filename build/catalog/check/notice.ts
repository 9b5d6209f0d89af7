/**
 * The notice: a version in its final form carries a fixed line right after its title that says what it is.
 *
 * A published file whose notice was edited away is refused even before its digest is compared.
 */
import { toString as textOf } from 'mdast-util-to-string';
import type { Fault } from '#document/text/fault.ts';
import { placeOf } from '../source/markdown.ts';
import type { ParsedSource } from '../source/source.ts';
import { notice } from './complete.ts';

export function checkNotice({ published, root, bodyLine }: ParsedSource): Fault[] {
  if (!published) return [];
  const second = root.children[1];
  if (second && textOf(second) === notice) return [];
  const place = second ? placeOf(second) : { line: bodyLine, column: 1 };
  const message = 'The notice is missing after the title.';
  return [
    { field: '', rule: 'notice', message, help: `Write \`> ${notice}\` as the first paragraph.`, ...place },
  ];
}
