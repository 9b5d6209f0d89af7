/** The instructions of a formation: one section `### role` under `## Instructions` for each role, and no other. */
import { type Fault, maxFaults, type Place, shown } from '../text/fault.ts';
import type { SourceDocument } from '../text/front-matter.ts';
import { didYouMean } from '../text/validate.ts';

/** A heading of a body, with its place in the text. */
export interface Heading extends Place {
  depth: number;
  text: string;
}

/** Checks that the instructions have one section for each role of the document, and no other. */
export function checkInstructions(
  headings: readonly Heading[],
  { value, place }: Pick<SourceDocument, 'value' | 'place'>,
): Fault[] {
  const ids = (value.roles as { id: string }[]).map(role => role.id);
  const start = headings.findIndex(heading => heading.depth === 2 && heading.text === 'Instructions');
  if (start < 0) return [];
  const sections = headings.slice(start + 1).filter(heading => heading.depth === 3);
  return [...unknownSections(sections, ids), ...missingSections(sections, ids, place)];
}

const fault = ({ line, column }: Place, message: string, help: string): Fault => ({
  field: '',
  rule: 'heading',
  message,
  help,
  line,
  column,
});

function unknownSections(sections: readonly Heading[], ids: readonly string[]): Fault[] {
  return sections
    .filter(section => !ids.includes(section.text))
    .slice(0, maxFaults)
    .map(section =>
      fault(
        section,
        `\`### ${shown(section.text)}\` is not a role.`,
        `Name one of the roles: ${ids.join(', ')}.${didYouMean(section.text, ids)}`,
      ),
    );
}

function missingSections(
  sections: readonly Heading[],
  ids: readonly string[],
  place: SourceDocument['place'],
): Fault[] {
  return ids.flatMap((id, index) => {
    const times = sections.filter(section => section.text === id).length;
    if (times === 1) return [];
    const message =
      times === 0 ? `The role \`${id}\` has no instructions.` : `The role \`${id}\` has ${times} sections.`;
    const help = `Write one section \`### ${id}\` under \`## Instructions\`.`;
    return [fault(place(['roles', index, 'id']), message, help)];
  });
}
