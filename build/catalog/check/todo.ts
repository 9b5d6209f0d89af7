/**
 * Skeletons: a document is published once every text of its skeleton is filled in.
 *
 * `title: TODO`, a section that says `TODO`, `TODO claim of react-2022` and a role with the id `todo` are refused; `TODO` in code is not.
 */
import { type Fault, type FieldPath, fieldName } from '#document/text/fault.ts';
import { fieldTextsOf } from '../source/prose.ts';
import type { ParsedSource } from '../source/source.ts';

/** `todo` alone is a name that is still to be chosen. */
const skeleton = /\b(?:TODO|FIXME|XXX|TBD)\b|^todo$/;
const help = 'Write it, or remove the field or section where it may be absent.';

/** What others wrote may say TODO. */
const isOwn = (path: FieldPath): boolean => path[0] !== 'citation' || path[1] === 'url';

export function checkTodo({ written, published, passages, place }: ParsedSource): Fault[] {
  if (published) return [];
  const inFields = fieldTextsOf(written)
    .filter(({ path, text }) => skeleton.test(text) && path.at(-1) !== 'quote' && isOwn(path))
    .map(({ path }): Fault => {
      const field = fieldName(path);
      return { field, rule: 'todo', message: `\`${field}\` is not written yet.`, help, ...place(path) };
    });
  const inBody = passages.flatMap(({ text, placeAt }): Fault[] => {
    const found = /(?<!`)\bTODO\b/.exec(text);
    if (!found || text.length > 200) return [];
    return [
      { field: '', rule: 'todo', message: 'This section is not written yet.', help, ...placeAt(found.index) },
    ];
  });
  return [...inFields, ...inBody];
}
