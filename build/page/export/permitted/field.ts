/** The schemas of values that files of several targets may set. */
import { z } from 'zod';
import { type ActivePlace, isActive } from '#document/guard/active-form.ts';

/** A text for a model or a person, which makes no setting. */
export const prose = z.string().max(1_000_000);

/** Returns the schema of a list of some of these names, none of them twice. */
export const someOf = (names: readonly [string, ...string[]]) =>
  z.array(z.enum(names)).refine(list => new Set(list).size === list.length, 'expected no name twice');

/**
 * Returns the schema of a list of agents of a team.
 * @param team the name of the team without its publisher
 */
export const agentsOf = (team: string) =>
  z.array(
    z
      .string()
      .max(200)
      .regex(new RegExp(`^${team}-[a-z0-9-]+$`), `expected names that begin with ${team}-`),
  );

/** Returns the schema of a text in which no runtime executes or includes anything before a model reads the text. */
export const inert = (...where: [runtime: string, place: ActivePlace]) =>
  prose.refine(text => !isActive(text, ...where), 'expected a text that runs no shell and includes no file');
