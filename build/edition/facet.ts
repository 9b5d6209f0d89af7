/**
 * The classes by which readers filter an index without a script: the style sheet hides each item
 * that lacks the class of the chosen value.
 */

/** The letters of the facets of an index; below, the most values of a facet. */
export const facetGroups = ['a', 'b', 'c', 'd', 'e'];
export const maxFacetValues = 20;

/** Returns the class of the value at a position in a facet. */
export const facetClass = (group: string, at: number): string => group + at;

const classes = facetGroups.flatMap(group =>
  Array.from({ length: maxFacetValues }, (_, at) => facetClass(group, at)),
);

/** The style rules that hide the items which the chosen value of a facet excludes. */
export const facetStyle = `${classes
  .map(name => `.facets:has(.${name}:checked) ~ .choice .item:not(.${name})`)
  .join(', ')} { display: none }`;
