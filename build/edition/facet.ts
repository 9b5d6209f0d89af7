/** The classes by which readers narrow an index: the style sheet hides what lacks the chosen one, so no script is needed. */

/** A letter for each facet of an index, and the most values of one. */
export const facetGroups = ['a', 'b', 'c', 'd', 'e'];
export const maxFacetValues = 20;

/** Returns the class of the value at a position in a facet. */
export const facetClass = (group: string, at: number): string => group + at;

const classes = facetGroups.flatMap(group =>
  Array.from({ length: maxFacetValues }, (_, at) => facetClass(group, at)),
);

/** The style rules that hide the items which a chosen value of a facet excludes. */
export const facetStyle = `${classes
  .map(name => `.facets:has(.${name}:checked) ~ .choice .item:not(.${name})`)
  .join(', ')} { display: none }`;
