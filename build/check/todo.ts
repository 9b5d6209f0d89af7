/**
 * Skeletons: a document is published once every text of its skeleton is filled in.
 *
 * `title: TODO`, a section that says `TODO` and `TODO claim of react-2022` are refused; `TODO` in code is not.
 */
import { type Fault, fieldName } from '#build/text/fault.ts';
import { fieldTextsOf } from '../source/prose.ts';
import type { ParsedSource } from '../source/source.ts';

const skeleton = /\b(?:TODO|FIXME|XXX|TBD)\b/;
const help = 'Write it, or remove the field or section where it may be absent.';

export function checkTodo({ written, published, passages, place }: ParsedSource): Fault[] {
  if (published) return [];
  const inFields = fieldTextsOf(written)
    .filter(({ path, text }) => skeleton.test(text) && path.at(-1) !== 'quote' && path[0] !== 'citation')
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
