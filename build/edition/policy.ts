/** The policy for browsers of the reading edition: they load files of this service, and nothing written into a page. */
import { createHash } from 'node:crypto';
import { htmlPage } from '#document/text/media-type.ts';
import { drawingStyle } from './asset.ts';

const pagePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const digest = createHash('sha256').update(drawingStyle).digest('base64');

/** A drawing that is a file of its own has one style, always the same. */
const drawingPolicy = `default-src 'none'; style-src 'sha256-${digest}'; frame-ancestors 'none'; sandbox`;

/** The policies of pages that a browser shows, by media type; those of all others are in the headers of every answer. */
export const policies: Readonly<Record<string, string>> = {
  [htmlPage]: pagePolicy,
  'image/svg+xml': drawingPolicy,
};
