/** The search entry of a source: its own words, and what it says of patterns. It is made while the source is parsed. */
import type { Nodes, Paragraph, Root, Strong } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { SKIP, visit } from 'unist-util-visit';
import type { SearchEntry, SearchMention, SearchSection } from '#document/text/manifest.ts';
import { termIn } from '#document/text/term.ts';
import { distinctTermsOf } from '../../edition/search/words.ts';
import type { ParsedSource } from './source.ts';

/** Returns what search reads of a source; undefined for a kind that search does not find. */
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

/** Returns the items of the first list, which in a pattern are the steps of its use. */
function firstSteps(root: Root): string[] {
  const list = root.children.find(node => node.type === 'list');
  return list ? list.children.map(item => textOf(item)) : [];
}

/** Returns the text of a body, a line for each block. */
const textsOf = (root: Root): string => root.children.map(node => textOf(node)).join('\n');

/** Returns the list items and paragraphs that link to patterns, since editors write there when to choose a pattern. */
export function mentionsOf(root: Root): SearchMention[] {
  const mentions: SearchMention[] = [];
  visit(root, node => {
    if (node.type !== 'listItem' && node.type !== 'paragraph') return undefined;
    const patterns = patternsIn(node);
    if (patterns.length > 0) mentions.push({ patterns, text: textOf(node) });
    return SKIP;
  });
  return mentions;
}

function patternsIn(node: Nodes): string[] {
  const slugs = new Set<string>();
  visit(node, 'link', link => {
    const slug = /^\/patterns\/([a-z0-9-]+)\.md(?:#|$)/.exec(link.url)?.[1];
    if (slug !== undefined && slug !== 'index') slugs.add(slug);
  });
  return [...slugs];
}

/** Returns the terms of a glossary with their definitions, in order. A term is in bold with a colon in an item of a list. */
function termsIn(root: Root): SearchSection[] {
  const found: SearchSection[] = [];
  visit(root, 'paragraph', (node, _, parent) => {
    if (parent?.type === 'listItem') found.push(...termsOf(node));
  });
  return found;
}

/** Returns the terms that a paragraph defines, each with the text up to the next term. */
function termsOf({ children }: Paragraph): SearchSection[] {
  const starts = children.flatMap((node, at) => {
    const term = node.type === 'strong' ? termIn(textOf(node as Strong)) : undefined;
    return term === undefined ? [] : [{ at, ...term }];
  });
  return starts.map(({ at, name, anchor }, nth) => ({
    ...{ anchor, kind: 'term', title: name },
    text: textOf({ type: 'paragraph', children: children.slice(at + 1, starts[nth + 1]?.at) }).trim(),
  }));
}
