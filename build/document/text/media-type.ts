/** The media type of every Markdown document, in answers and in requests. */
export const markdown = 'text/markdown; charset=utf-8';

/** The media type of every page of the reading edition. */
export const htmlPage = 'text/html; charset=utf-8';
