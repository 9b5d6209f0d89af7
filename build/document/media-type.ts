/** The media type of every document, as answers name it and nearly all requests do. */
export const markdown = 'text/markdown; charset=utf-8';
