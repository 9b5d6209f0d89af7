/**
 * Checks that every page of a kind has the same headings in the same order, so that readers know where to look.
 *
 * - A body begins at `##`; `# Title` in a body is refused, since the build writes the title.
 * - A pattern without `## What is known`, or with it before `## How to run it`, is refused.
 * - A formation has `## Instructions` with one `### role` for each role, and no other.
 */

import { checkInstructions } from '#document/guard/instructions.ts';
import type { Fault } from '#document/text/fault.ts';
import { certainName, didYouMean } from '#document/text/suggestion.ts';
import type { ParsedSource } from '../source/source.ts';
import { faultAt } from '../source/source-fault.ts';

/** Returns the faults in the headings of a page. */
export function checkHeadings(source: ParsedSource): Fault[] {
  const roles = source.kind.form === 'artifact' ? checkInstructions(source.headings, source) : [];
  return [...checkTop(source), ...checkOrder(source), ...roles];
}

const checkTop = ({ headings, published }: ParsedSource): Fault[] =>
  headings
    .filter((heading, index) => heading.depth === 1 && !(published && index === 0))
    .map(heading => {
      const message = `The heading \`# ${heading.text}\` is a title, but a section begins with \`##\` or deeper.`;
      return faultAt(heading, 'heading', message, 'The build writes the title from the front matter.');
    });

/** Returns the `##` headings of a kind, in order, where `?` marks an optional one; undefined if the kind prescribes none. */
function expectedHeadings({ kind, published }: ParsedSource): readonly string[] | undefined {
  if (kind.form !== 'artifact') return kind.headings;
  const written = ['?How it flows', '?What changed', 'Instructions'];
  return published ? ['Topology', ...written] : written;
}

function checkOrder(source: ParsedSource): Fault[] {
  const expected = expectedHeadings(source);
  if (!expected) return [];
  const known = expected.map(name => name.replace('?', ''));
  const found = source.headings.filter(heading => heading.depth === 2);
  const order = `The sections of a ${source.kind.kind} are, in order: ${known.join(', ')}.`;
  const faults = found.flatMap((heading, index) => {
    const unknown = !known.includes(heading.text);
    if (unknown) {
      const fix = certainHeading(heading.text, known);
      const help = order + didYouMean(heading.text, known);
      const said = faultAt(heading, 'heading', `Unexpected section \`${heading.text}\`.`, help);
      return [{ ...said, ...(fix && { fix }) }];
    }
    const late = found
      .slice(0, index)
      .some(before => known.indexOf(before.text) >= known.indexOf(heading.text));
    const message = `The section \`${heading.text}\` is in the wrong place.`;
    return late ? [faultAt(heading, 'heading', message, order)] : [];
  });
  const missing = expected.filter(
    name => !name.startsWith('?') && !found.some(heading => heading.text === name),
  );
  const end = { line: source.bodyLine, column: 1 };
  const absent = missing.map(name =>
    faultAt(end, 'heading', `The section \`## ${name}\` is missing.`, order),
  );
  return [...faults, ...absent];
}

/**
 * Returns the fix of a heading that differs from a known one only in case and spaces; undefined for any other heading, since one
 * letter can change the meaning, as in `What is now known` and `What is not known`.
 */
function certainHeading(text: string, known: readonly string[]) {
  const plain = (each: string) => each.toLowerCase().replace(/\s+/g, ' ').trim();
  return certainName(
    text,
    known.filter(name => plain(name) === plain(text)),
  );
}
