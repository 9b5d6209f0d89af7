/** The sorts of value that several targets let a file set. */
import { z } from 'zod';
import { type ActivePlace, isActive } from '#document/guard/active-form.ts';

/** Prose for a model or a person: it sets nothing. */
export const prose = z.string().max(1_000_000);

/** Returns a schema of a list of these names, none twice. */
export const someOf = (names: readonly [string, ...string[]]) =>
  z.array(z.enum(names)).refine(list => new Set(list).size === list.length, 'expected no name twice');

/** Returns a schema of a list of agents of a team. */
export const agentsOf = (team: string) =>
  z.array(
    z
      .string()
      .max(200)
      .regex(new RegExp(`^${team}-[a-z0-9-]+$`), `expected names that begin with ${team}-`),
  );

/** Returns a schema of a text in which no runtime executes or includes anything before a model reads it. */
export const inert = (...where: [runtime: string, place: ActivePlace]) =>
  prose.refine(text => !isActive(text, ...where), 'expected a text that runs no shell and includes no file');
