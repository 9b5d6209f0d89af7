/** What a verifier reads in a Markdown body: its links, and the anchors of its headings. */
import GithubSlugger from 'github-slugger';
import type { Root } from 'mdast';
import { toString as plainText } from 'mdast-util-to-string';
import remarkFrontmatter from 'remark-frontmatter';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { readPlainMarkdown } from '#build/reading/plain-markdown.ts';
import { type Page, textOf } from './tree.ts';

const parser = unified().use(remarkParse).freeze();
const wholeParser = unified().use(remarkParse).use(remarkFrontmatter, ['yaml']).freeze();
const frontMatter = /^---\n[\s\S]*?\n---\n/;

export interface Body {
  links: readonly string[];
  anchors: ReadonlySet<string>;
}

const known = new WeakMap<Page, Body>();

/** The links and anchors of a Markdown page. Parsed once: full parsing of all pages takes as long as everything else. */
export function bodyOf(page: Page): Body {
  const body = known.get(page) ?? readBody(textOf(page));
  known.set(page, body);
  return body;
}

function readBody(text: string): Body {
  const root = parse(text);
  const slugger = new GithubSlugger();
  const links: string[] = [];
  const anchors = new Set<string>();
  visit(root, node => {
    if (node.type === 'link' || node.type === 'definition' || node.type === 'image') links.push(node.url);
    if (node.type === 'heading') anchors.add(slugger.slug(plainText(node)));
  });
  return { links, anchors };
}

/** The tree of a page. What is plain in it does not go to the full parser. */
function parse(text: string): Root {
  const found = frontMatter.exec(text);
  if (!found) return wholeParser.parse(text);
  const pieces = readPlainMarkdown(text.slice(found[0].length));
  const children = pieces.flatMap(piece =>
    typeof piece === 'string' ? parser.parse(piece).children : [piece],
  );
  return { type: 'root', children };
}

/** Whether a media type is Markdown. */
export const isMarkdown = (mediaType: string): boolean => /^text\/markdown\b/.test(mediaType);
