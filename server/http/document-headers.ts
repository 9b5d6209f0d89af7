/** The headers of the documents that are written for a request: refusals and acceptances. */
import { markdown } from '#document/text/media-type.ts';
import { describedBy } from '../site/links.ts';

/**
 * Headers of a document of a kind, which must not be cached; names and values in turn.
 * @param common those of every answer
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
