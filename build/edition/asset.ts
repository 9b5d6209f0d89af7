/** The files that pages of the reading edition load. Their names contain their digests, so that caches can keep them for ever. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '#document/text/digest.ts';
import { facetStyle } from './facet.ts';

interface Asset {
  path: string;
  mediaType: string;
  text: string;
}

const digits = 12;

const read = (name: string): string => readFileSync(join(import.meta.dirname, 'asset', name), 'utf8');

/** Returns the text of some style sheets in one line, without comments. */
const styles = (...names: string[]): string =>
  names
    .map(name => read(`${name}.css`))
    .join('')
    .split('/*')
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf('*/') + 2)))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

function asset(name: string, mediaType: string, text: string): Asset {
  const [stem, extension] = name.split('.');
  return { path: `/reading/${stem}-${sha256Hex(text).slice(0, digits)}.${extension}`, mediaType, text };
}

/** The style sheet of a drawing in a file of its own, with its own colours. */
export const drawingStyle = styles('palette', 'drawing');

const pageStyle =
  styles('palette', 'text', 'frame', 'part', 'drawing', 'chart', 'effect', 'choice', 'use', 'media') +
  facetStyle;

export const assets = {
  style: asset('style.css', 'text/css; charset=utf-8', pageStyle),
  script: asset(
    'script.js',
    'text/javascript; charset=utf-8',
    read('script.js') + read('team.js') + read('choice.js'),
  ),
  icon: asset('icon.svg', 'image/svg+xml', read('icon.svg')),
};

/** The icon of the site, for browsers that do not read SVG. */
export const favicon = {
  path: '/favicon.ico',
  mediaType: 'image/x-icon',
  bytes: (): Uint8Array => readFileSync(join(import.meta.dirname, 'asset', 'favicon.ico')),
};

/** The addresses of the files that a page loads. */
export interface Files {
  style: string;
  script: string;
  icon: string;
}

export const files: Files = {
  style: assets.style.path,
  script: assets.script.path,
  icon: assets.icon.path,
};

/**
 * Finds the files of the reading edition among the paths of a built site, which another version of this software may have made. A
 * file that is missing there is replaced by the one of this version.
 */
export function filesIn(paths: Iterable<string>): Files {
  const own = [...paths].filter(path => path.startsWith('/reading/'));
  const find = (name: keyof Files) => own.find(path => path.startsWith(`/reading/${name}-`)) ?? files[name];
  return { style: find('style'), script: find('script'), icon: find('icon') };
}
