/** The media type of a page, as MCP results state it. */
import type { PageEntry } from '#document/text/manifest.ts';

/** Returns the media type without its parameters. */
export const mimeOf = ({ media_type }: PageEntry): string => media_type.split(';')[0]!;

/** Tells whether a page is text in UTF-8. */
export const isText = (page: PageEntry): boolean => /^text\/|[/+]json$/.test(mimeOf(page));
