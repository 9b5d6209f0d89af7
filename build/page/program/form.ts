/** The forms of works as programs state them, and the inputs of a team. */

import { dealtTo } from './step.ts';
import type { Team } from './team.ts';

/** The form of a work as a JSON Schema; for a text, its description names its headings. */
interface Form {
  work: string;
  schema: object;
}

/** Returns the forms of the works that roles write. If a work is dealt out to the instances of a role, its form is a list. */
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

/** Returns the works that a run gets as its inputs, which are those that no role writes. */
export const inputsOf = (team: Team): string[] =>
  team.artifacts.filter(({ writers }) => writers.length === 0).map(({ id }) => id);
