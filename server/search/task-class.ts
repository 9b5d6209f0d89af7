/** The task classes that the domains of a site declare. */
import { oncePer } from '#document/text/once-per.ts';
import type { Site } from '../site/site.ts';
import { near } from './near.ts';

const taskClassesOf = oncePer(({ entries }: Site): string[] =>
  entries.flatMap(({ kind, search }) =>
    kind === 'domain' ? (search?.tasks ?? []).map(({ name }) => `${search?.domains?.[0]}.${name}`) : [],
  ),
);

/**
 * Returns a sentence that no domain declares the task class, and that lists the classes that exist; undefined for a declared
 * class.
 */
export function unknownTaskClass(site: Site, asked: string): string | undefined {
  const declared = taskClassesOf(site);
  if (declared.includes(asked)) return undefined;
  const domain = `${asked.split('.')[0]}.`;
  const siblings = declared.filter(each => each.startsWith(domain));
  const valid =
    siblings.length > 0
      ? `Valid: ${siblings.join(', ')}.`
      : 'Fetch /domains/index.md for the domains and their tasks.';
  return `There is no task class of this name.${near(asked, declared)} ${valid}`;
}
