/**
 * A file is named after its fields.
 *
 * `patterns/react-loop.md` with `slug: react` is refused: path and field would name different pages.
 */
import type { Fault } from '#build/text/fault.ts';
import { helpWithName } from '#build/text/suggestion.ts';
import type { ParsedSource } from '../source/source.ts';

export function checkName(source: ParsedSource): Fault[] {
  return Object.entries(source.named).flatMap(([field, name]) => {
    const value = source.value[field];
    if (value === undefined || value === name) return [];
    return [
      {
        field,
        rule: 'file-name',
        message: `\`${field}\` is \`${value}\`, but the path of the file says \`${name}\`.`,
        ...helpWithName(`Rename the file or write \`${field}: ${name}\`.`, String(value), [name]),
        ...source.place([field]),
      },
    ];
  });
}
