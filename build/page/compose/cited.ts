/** Research records by the names that people cite them by. */
import { citedNames } from '#document/text/cited-name.ts';
import { oncePer } from '#document/text/once-per.ts';
import type { Catalog } from '../../catalog/source/catalog.ts';

const namesOf = oncePer(({ research }: Catalog) =>
  citedNames([...research.values()].map(({ more }) => more)),
);

/** Returns the name of a record: `Yang et al., 2024`. */
export const citedAs = (slug: string, catalog: Catalog): string => namesOf(catalog).get(slug) ?? slug;
