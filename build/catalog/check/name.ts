/**
 * A file is named after its fields.
 *
 * `patterns/react-loop.md` with `slug: react` is refused: path and field would name different pages.
 */
import type { Fault } from '#document/text/fault.ts';
import type { ParsedSource } from '../source/source.ts';

export function checkName(source: ParsedSource): Fault[] {
  return [...pathFaults(source), ...namedFaults(source)];
}

/** A version in its final form says its path, which is another one in a file that was copied from another version. */
function pathFaults({ published, value, file, place }: ParsedSource): Fault[] {
  if (!published || value.path === `/${file}`) return [];
  return [
    {
      field: 'path',
      rule: 'file-path',
      message: `\`path\` is \`${value.path}\`, but the file is that of \`/${file}\`.`,
      help: `If the file was copied from another version, make it a draft: remove ${whatIsWritten}.`,
      ...place(['path']),
    },
  ];
}

/** What `npm run publish-version` writes into a draft. */
export const whatIsWritten =
  '`schema`, `kind`, `visibility`, `path`, `product_api_version`, `schema_version`, the title, the quoted notice, ' +
  'the line on files of a runtime and the section Topology, which publishing writes';

function namedFaults(source: ParsedSource): Fault[] {
  return Object.entries(source.named).flatMap(([field, name]) => {
    const value = source.value[field];
    if (value === undefined || value === name) return [];
    return [
      {
        field,
        rule: 'file-name',
        message: `\`${field}\` is \`${value}\`, but the path of the file says \`${name}\`.`,
        help: `Write \`${field}: ${name}\` or, if the name of the file is the mistake, rename the file.${renaming(source, value)}`,
        ...source.place([field]),
      },
    ];
  });
}

/** What gives another name to what others refer to. */
const renaming = ({ kind }: ParsedSource, value: unknown): string =>
  ['pattern', 'research_record'].includes(kind.kind)
    ? ` For another name everywhere, put the old one back and run \`npm run rename -- ${value} NEW\`.`
    : '';
