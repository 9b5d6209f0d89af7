/**
 * Badges, for other pages to show: the grade of a record, and of a version its status and the beginning of its digest. A badge is an
 * SVG that needs no font of its own and no style, so that any policy shows it.
 */

import { filePage, type Page } from '../compose/page.ts';
import { type Html, html } from '../html/html.ts';
import type { Catalog } from '../source/catalog.ts';

export const badgePages = ({ research, versions }: Catalog): Page[] => [
  ...[...research.values()].map(({ path, more }) => badge(path!, '', 'grade', more.grade)),
  ...versions.flatMap(({ path, status, digest }) => [
    badge(path, '', 'status', status),
    badge(path, '/digest', 'sha256', digest.slice(0, 12)),
  ]),
];

function badge(path: string, part: string, name: string, value: string): Page {
  const address = `/badges${path.replace(/\.md$/, '')}${part}.svg`;
  return {
    ...filePage(address, 'badge', 'image/svg+xml', `${drawn(name, value)}\n`),
    title: `${name}: ${value}`,
  };
}

const colours: Readonly<Record<string, string>> = {
  ...{ active: '#0b6b3a', read: '#0b6b3a' },
  ...{ deprecated: '#8a4b00', superseded: '#8a4b00', abstract: '#8a4b00', reported: '#8a4b00' },
  revoked: '#a11212',
};

/** How wide a character is on average, in pixels; `textLength` makes every font as wide. */
const advance = 7;
const [padding, height] = [8, 20];

function drawn(name: string, value: string): Html {
  const [left, right] = [name, value].map(text => text.length * advance + 2 * padding) as [number, number];
  const words = `${name}: ${value}`;
  const text = (content: string, x: number) =>
    html`<text x="${x}" y="14" textLength="${content.length * advance}">${content}</text>`;
  return html`
    <svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${words}"
      viewBox="0 0 ${left + right} ${height}" width="${left + right}" height="${height}">
      <title>${words}</title>
      <rect width="${left}" height="${height}" fill="#3b4456"/>
      <rect x="${left}" width="${right}" height="${height}" fill="${colours[value] ?? '#3651c9'}"/>
      <g fill="#ffffff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">
        ${text(name, padding)}${text(value, left + padding)}
      </g>
    </svg>`;
}
