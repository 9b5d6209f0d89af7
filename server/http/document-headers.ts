/** The headers of the documents that are written for a request: refusals and acceptances. */
import { markdown } from '#document/text/media-type.ts';
import { describedBy } from '../site/links.ts';

/**
 * Returns the headers of a document that must not be cached, names and values in turn.
 * @param common the headers of every answer
 * @param links further values of `Link`
 */
export const documentHeaders = (
  common: readonly string[],
  kind: string,
  links: readonly string[] = [],
  mediaType = markdown,
): string[] => [
  ...common,
  ...['Content-Type', mediaType],
  ...['Cache-Control', 'no-store'],
  ...['Link', [describedBy(kind), ...links].join(', ')],
];
