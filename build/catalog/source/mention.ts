/** What a page says of patterns: editors write when to choose one in plain words, next to a link to it. */
import type { Nodes, Root } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { SKIP, visit } from 'unist-util-visit';
import type { SearchMention } from '#document/text/manifest.ts';

/** Every list item or paragraph that links to patterns, once for each of them. */
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
