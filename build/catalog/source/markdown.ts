/**
 * Parses Markdown bodies with places, finds their headings, links and code, and writes them so that the same tree gives the same
 * text.
 */
import GithubSlugger from 'github-slugger';
import type { Nodes, Parents, Root, RootContent } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import remarkParse from 'remark-parse';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import type { Place } from '#document/text/fault.ts';

const parser = unified().use(remarkParse).freeze();

const writer = unified()
  .use(remarkStringify, {
    bullet: '-',
    emphasis: '_',
    fences: true,
    listItemIndent: 'one',
    rule: '-',
    incrementListMarker: true,
    resourceLink: true,
  })
  .freeze();

/**
 * Parses a body that begins on a line of its file. Places count from the first line of the file, although the front matter is not
 * part of the tree, since parsing it would cost as much as parsing the body. Offsets do not count the front matter.
 */
export function parseBody(body: string, line: number): Root {
  const root = parser.parse(body);
  for (const { node } of nodesWithin(root)) {
    if (!node.position) continue;
    node.position.start.line += line - 1;
    node.position.end.line += line - 1;
  }
  return root;
}

/** Writes blocks as Markdown that ends in one newline; the same tree gives the same text. */
export function writeMarkdown(blocks: RootContent[]): string {
  return writer.stringify({ type: 'root', children: blocks });
}

export interface Heading extends Place {
  depth: number;
  text: string;
}

export interface Link extends Place {
  url: string;
}

/** A node of a Markdown tree, and its parent. */
export interface NodeWithParent {
  node: Nodes;
  parent: Parents;
}

/** Returns all descendants of a node in document order, each with its parent. */
export function nodesWithin(parent: Parents, nodes: NodeWithParent[] = []): NodeWithParent[] {
  for (const node of parent.children) {
    nodes.push({ node, parent });
    if ('children' in node) nodesWithin(node, nodes);
  }
  return nodes;
}

/** Returns the headings among the nodes, in order. */
export function headingsOf(nodes: readonly NodeWithParent[]): Heading[] {
  return nodes.flatMap(({ node }) =>
    node.type === 'heading' ? [{ depth: node.depth, text: textOf(node), ...placeOf(node) }] : [],
  );
}

/** Returns the links, images and link definitions among the nodes, in order. */
export function linksOf(nodes: readonly NodeWithParent[]): Link[] {
  return nodes.flatMap(({ node }) =>
    node.type === 'link' || node.type === 'definition' || node.type === 'image'
      ? [{ url: node.url, ...placeOf(node) }]
      : [],
  );
}

/** Returns the anchors of headings in order, as GitHub writes them. */
export function anchorsOf(headings: readonly Heading[]): string[] {
  const slugger = new GithubSlugger();
  return headings.map(heading => slugger.slug(heading.text));
}

/** Returns the line and column at which a node begins, from 1. */
export function placeOf(node: { position?: { start: { line: number; column: number } } | undefined }): Place {
  return { line: node.position?.start.line ?? 1, column: node.position?.start.column ?? 1 };
}
