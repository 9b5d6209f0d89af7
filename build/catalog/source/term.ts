/** Terms that a glossary defines: words in bold with a colon, each followed by what it means. */
import type { Paragraph, Root, Strong } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';
import type { SearchSection } from '#document/text/manifest.ts';
import { termIn } from '#document/text/term.ts';

/** The terms that the items of its lists define, in order. */
export function termsIn(root: Root): SearchSection[] {
  const found: SearchSection[] = [];
  visit(root, 'paragraph', (node, _, parent) => {
    if (parent?.type === 'listItem') found.push(...termsOf(node));
  });
  return found;
}

/** What a paragraph defines: one term or several, each up to the next. */
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
