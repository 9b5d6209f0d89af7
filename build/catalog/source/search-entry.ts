/** What search knows of a source: its own words, and what it says of patterns. Made while the source is parsed. */
import type { Root } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import type { SearchEntry } from '#document/text/manifest.ts';
import { distinctTermsOf } from '../../edition/search/words.ts';
import { mentionsOf } from './mention.ts';
import type { ParsedSource } from './source.ts';
import { termsIn } from './term.ts';

/** The entry of a source; undefined when its kind is not searched. */
export function searchEntry({ kind, value, root }: ParsedSource): SearchEntry | undefined {
  const entry = kind.source?.search?.(value, {
    steps: () => firstSteps(root),
    mentions: () => mentionsOf(root),
    words: (fields = []) => distinctTermsOf([textsOf(root), ...fields].join('\n')),
    headings: () => root.children.filter(node => node.type === 'heading').map(node => textOf(node)),
    terms: () => termsIn(root),
  });
  return entry && Object.fromEntries(Object.entries(entry).filter(([, list]) => list.length > 0));
}

/** The first list, in which a pattern says how it is run. */
function firstSteps(root: Root): string[] {
  const list = root.children.find(node => node.type === 'list');
  return list ? list.children.map(item => textOf(item)) : [];
}

/** The texts of the blocks of a body. */
const textsOf = (root: Root): string => root.children.map(node => textOf(node)).join('\n');
