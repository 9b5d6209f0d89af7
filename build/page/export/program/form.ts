/** The forms of works as programs state them, and the inputs of a team. */
import type { Team } from '../team.ts';
import { quote } from './flow.ts';
import { dealtTo } from './plan.ts';

/** The form of a work: a schema, or text with headings. */
export interface Form {
  work: string;
  schema: object;
}

/** Returns the forms of the works that roles write. A work of which each instance of a role gets one is a list of them. */
export function formsOf(team: Team): Form[] {
  const dealt = team.roles.flatMap(role => {
    const most = role.count?.max;
    return role.count?.each ? [] : dealtTo(team, role).map(work => ({ work, least: role.count!.min, most }));
  });
  return team.artifacts.flatMap(({ id, writers, description, headings, json_schema }): Form[] => {
    if (writers.length === 0) return [];
    const says = [description, headings && `Headings: ${headings.join('; ')}.`].filter(Boolean).join(' ');
    const one = json_schema ?? { type: 'string', ...(says && { description: says }) };
    const list = dealt.find(({ work }) => work === id);
    if (!list) return [{ work: id, schema: one }];
    return [
      {
        work: id,
        schema: {
          type: 'array',
          items: one,
          minItems: list.least,
          ...(list.most && { maxItems: list.most }),
        },
      },
    ];
  });
}

/** The works that a run is given: those that roles read and none writes. */
export const inputsOf = (team: Team): string[] =>
  team.artifacts.filter(({ writers }) => writers.length === 0).map(({ id }) => id);

/** Plain data as JavaScript, on one line where it fits, else an entry a line. */
export function literal(value: unknown, width = 100): string[] {
  const line = inline(value);
  if (line.length <= width || typeof value !== 'object' || value === null) return [line];
  const isList = Array.isArray(value);
  const entries = isList ? value.map(item => ['', item] as const) : Object.entries(value);
  return [
    isList ? '[' : '{',
    ...entries.flatMap(([key, item]) => {
      const name = isList ? '' : `${keyText(key)}: `;
      const [first, ...rest] = literal(item, width - 2 - name.length);
      const lines = [`${name}${first}`, ...rest];
      return [...lines.slice(0, -1), `${lines.at(-1)},`].map(text => `  ${text}`);
    }),
    isList ? ']' : '}',
  ];
}

function inline(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([key, item]) => `${keyText(key)}: ${inline(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** A key of an object. `__proto__` would be no key of its own, unless it is computed. */
function keyText(key: string): string {
  if (key === '__proto__') return `['__proto__']`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key);
}
