/** Research records under the names by which people cite them. */
import { citedNames } from '#document/text/cited-name.ts';
import { oncePer } from '#document/text/once-per.ts';
import type { Catalog } from '../../catalog/source/catalog.ts';

const namesOf = oncePer(({ research }: Catalog) =>
  citedNames([...research.values()].map(({ more }) => more)),
);

/** Returns the name by which people cite a research record, such as `Yang et al., 2024`; its slug if there is no such record. */
export const citedAs = (slug: string, catalog: Catalog): string => namesOf(catalog).get(slug) ?? slug;
