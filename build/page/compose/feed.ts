/** Changes of the catalog as an Atom feed (RFC 4287). */

import { sha256Hex } from '#document/text/digest.ts';
import { html } from '#edition/html/html.ts';
import type { Change } from './change.ts';
import type { Setting } from './page.ts';

export interface Feed {
  title: string;
  /** The path of the page that people read. */
  home: string;
  author: string;
  /** The entries, newest first. */
  changes: readonly Change[];
}

const timeOf = ({ at }: Change): string => (at.includes('T') ? at : `${at}T00:00:00Z`);

/** Returns a permanent id of a change, because readers show one entry for each id. */
const idOf = (change: Change, baseUrl: string): string =>
  `${baseUrl}${change.path}#change-${sha256Hex(`${change.at} ${change.what}`).slice(0, 16)}`;

const titleOf = ({ title, what }: Change): string => `${title}: ${what}`;

/** The time at which a feed without entries was updated. */
const never = '1970-01-01T00:00:00Z';

/**
 * Writes an Atom feed.
 * @param path the path of the feed itself
 */
export function atom(
  { title, home, author, changes }: Feed,
  path: string,
  { baseUrl, reading }: Setting,
): string {
  const newest = changes.map(timeOf).sort().at(-1) ?? never;
  const entries = changes.map(
    change => html`
      <entry>
        <id>${idOf(change, baseUrl)}</id>
        <title>${titleOf(change)}</title>
        <updated>${timeOf(change)}</updated>
        ${reading && html`<link rel="alternate" type="text/html" href="${baseUrl}${change.path.replace(/md$/, 'html')}"/>`}
        <link rel="alternate" type="text/markdown" href="${baseUrl}${change.path}"/>
        ${change.domains.map(domain => html`<category term="${domain}"/>`)}
        <content type="text">${titleOf(change)}</content>
      </entry>`,
  );
  return `${html`<?xml version="1.0" encoding="UTF-8"?>
    <feed xmlns="http://www.w3.org/2005/Atom">
      <id>${baseUrl}${path}</id>
      <title>${title}</title>
      <updated>${newest}</updated>
      <author><name>${author}</name></author>
      <link rel="self" type="application/atom+xml" href="${baseUrl}${path}"/>
      <link rel="alternate" type="${reading ? 'text/html' : 'text/markdown'}" href="${baseUrl}${home}"/>
      ${entries}
    </feed>`}\n`;
}
