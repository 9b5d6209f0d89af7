/**
 * Every page of a kind has the same headings in the same order, so readers know where to look.
 *
 * - A body begins at `##`; `# Title` in a body is refused, since the build writes the title.
 * - A pattern without `## What is known`, or with it before `## How to run it`, is refused.
 * - A formation has `## Instructions` with one `### role` for each role, and no other.
 */

import { checkInstructions } from '#document/guard/instructions.ts';
import type { Fault, Fix, Place } from '#document/text/fault.ts';
import { certainName, didYouMean } from '#document/text/suggestion.ts';
import type { ParsedSource } from '../source/source.ts';

export function checkHeadings(source: ParsedSource): Fault[] {
  return [...checkTop(source), ...checkOrder(source), ...checkRoles(source)];
}

const fault = (place: Place, message: string, help: string, fix?: Fix): Fault => ({
  field: '',
  rule: 'heading',
  message,
  help,
  ...(fix && { fix }),
  line: place.line,
  column: place.column,
});

function checkTop({ headings, published }: ParsedSource): Fault[] {
  return headings
    .filter((heading, index) => heading.depth === 1 && !(published && index === 0))
    .map(heading =>
      fault(
        heading,
        `The heading \`# ${heading.text}\` is a title; expected \`##\` or deeper.`,
        'The build writes the title from the front matter.',
      ),
    );
}

/** The `##` headings that a kind has, in order; those with `?` may be absent. */
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
      return [fault(heading, `Unexpected section \`${heading.text}\`.`, help, fix)];
    }
    const late = found
      .slice(0, index)
      .some(before => known.indexOf(before.text) >= known.indexOf(heading.text));
    return late ? [fault(heading, `The section \`${heading.text}\` is in the wrong place.`, order)] : [];
  });
  const missing = expected.filter(
    name => !name.startsWith('?') && !found.some(heading => heading.text === name),
  );
  const end = { line: source.bodyLine, column: 1 };
  return [...faults, ...missing.map(name => fault(end, `The section \`## ${name}\` is missing.`, order))];
}

/** One letter can change the meaning: `What is now known` is near `What is not known`. Only case and spaces are corrected. */
function certainHeading(text: string, known: readonly string[]) {
  const plain = (each: string) => each.toLowerCase().replace(/\s+/g, ' ').trim();
  return certainName(
    text,
    known.filter(name => plain(name) === plain(text)),
  );
}

function checkRoles(source: ParsedSource): Fault[] {
  return source.kind.form === 'artifact' ? checkInstructions(source.headings, source) : [];
}
