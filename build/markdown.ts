/** Markdown bodies: parsed with places, read for their headings, links and code, and written stably. */
import GithubSlugger from 'github-slugger';
import type { Root, RootContent } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import remarkFrontmatter from 'remark-frontmatter';
import remarkParse from 'remark-parse';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import type { Place } from '#document/fault.ts';

const parser = unified().use(remarkParse).use(remarkFrontmatter, ['yaml']).freeze();

const bodyParser = unified().use(remarkParse).freeze();

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

/** Parses a whole file. Places count from its first line; the front matter is left out of the tree. */
export function parseMarkdown(text: string): Root {
  const root = parser.parse(text);
  return { ...root, children: root.children.filter(node => node.type !== 'yaml') };
}

/**
 * Parses a body that begins on a line of its file. Places count from the first line of the file: blank lines stand for the
 * front matter, which would cost as much to parse as the body and is not part of the tree. Offsets do not count it.
 */
export function parseBody(body: string, line: number): Root {
  return bodyParser.parse('\n'.repeat(line - 1) + body);
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

/** The headings in order. */
export function headingsOf(root: Root): Heading[] {
  const headings: Heading[] = [];
  visit(root, 'heading', node => {
    headings.push({ depth: node.depth, text: textOf(node), ...placeOf(node) });
  });
  return headings;
}

/** The links, images and link definitions in order. */
export function linksOf(root: Root): Link[] {
  const links: Link[] = [];
  visit(root, node => {
    if (node.type === 'link' || node.type === 'definition' || node.type === 'image') {
      links.push({ url: node.url, ...placeOf(node) });
    }
  });
  return links;
}

/** The anchors that headings give a page, as GitHub writes them. */
export function anchorsOf(headings: readonly Heading[]): string[] {
  const slugger = new GithubSlugger();
  return headings.map(heading => slugger.slug(heading.text));
}

/** Where a node begins. */
export function placeOf(node: { position?: { start: { line: number; column: number } } | undefined }): Place {
  return { line: node.position?.start.line ?? 1, column: node.position?.start.column ?? 1 };
}
