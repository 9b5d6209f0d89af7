/** The search entry of a source: its own words, and what it says of patterns. It is made while the source is parsed. */
import type { Nodes, Paragraph, Root, Strong } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { SKIP, visit } from 'unist-util-visit';
import type { SearchEntry, SearchMention, SearchSection } from '#document/text/manifest.ts';
import { termIn } from '#document/text/term.ts';
import { distinctTermsOf } from '../../edition/search/words.ts';
import type { ParsedSource } from './source.ts';

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

/** Gathers what a page says of patterns: every list item or paragraph that links to some. Editors write there when to choose one. */
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

/** The terms of a glossary, in order: words in bold with a colon in the items of its lists, each followed by what it means. */
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
