/** The media type of every document, as answers name it and nearly all requests do. */
export const markdown = 'text/markdown; charset=utf-8';

/** The media type of every page of the reading edition. */
export const htmlPage = 'text/html; charset=utf-8';
