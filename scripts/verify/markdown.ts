/** Reads the links of a Markdown body and the anchors of its headings. */
import GithubSlugger from 'github-slugger';
import type { Root } from 'mdast';
import { toString as plainText } from 'mdast-util-to-string';
import remarkFrontmatter from 'remark-frontmatter';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { type Page, textOf } from './tree.ts';

const parser = unified().use(remarkParse).freeze();
const wholeParser = unified().use(remarkParse).use(remarkFrontmatter, ['yaml']).freeze();
const frontMatter = /^---\n[\s\S]*?\n---\n/;

/**
 * The most characters of a body that are read. A hostile page can make the parser use a kilobyte of memory for each character.
 */
export const longestBody = 64 * 1024;

export interface Body {
  links: readonly string[];
  anchors: ReadonlySet<string>;
  /** Set if the body is too long to be read; then there are no links and anchors. */
  isTooLong?: true;
}

const known = new WeakMap<Page, Body>();

/** Returns the links and anchors of a Markdown page, which is parsed only once. */
export function bodyOf(page: Page): Body {
  const body = known.get(page) ?? readBody(textOf(page));
  known.set(page, body);
  return body;
}

function readBody(text: string): Body {
  const root = parse(text);
  if (root === undefined) return { links: [], anchors: new Set(), isTooLong: true };
  const slugger = new GithubSlugger();
  const links: string[] = [];
  const anchors = new Set<string>();
  visit(root, node => {
    if (node.type === 'link' || node.type === 'definition' || node.type === 'image') links.push(node.url);
    if (node.type === 'heading') anchors.add(slugger.slug(plainText(node)));
  });
  return { links, anchors };
}

/** Parses the text of a page to a syntax tree; undefined if its body is too long. */
function parse(text: string): Root | undefined {
  const found = frontMatter.exec(text);
  const body = text.slice(found?.[0].length ?? 0);
  if (body.length > longestBody) return undefined;
  return (found ? parser : wholeParser).parse(body);
}

/** Tells whether a media type is Markdown. */
export const isMarkdown = (mediaType: string): boolean => /^text\/markdown\b/.test(mediaType);
