/**
 * The content security policies of the reading edition, under which browsers load only files of this service and
 * run nothing that is written into a page.
 */
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

/** The policy of a drawing in a file of its own, which allows only the style in that file. */
const drawingPolicy = `default-src 'none'; style-src 'sha256-${digest}'; frame-ancestors 'none'; sandbox`;

/** The policies of HTML pages and drawings, by media type. The policies of all other answers are set with their headers. */
export const policies: Readonly<Record<string, string>> = {
  [htmlPage]: pagePolicy,
  'image/svg+xml': drawingPolicy,
};
