/** The body of a page as HTML: rendered by the unified family, sanitised, with links to pages of the reading edition. */
import type { Element, Parents, Root, RootContent } from 'hast';
import type { Root as Source } from 'mdast';
import rehypeSanitize from 'rehype-sanitize';
import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { Html } from './html.ts';

const parser = unified().use(remarkParse).freeze();
/** The parser for pages with tables. It takes twice as long as the other parser. */
const tableParser = unified().use(remarkParse).use(remarkGfm, { singleTilde: false }).freeze();
const hasTable = /^\|/m;

const processor = unified().use(remarkRehype).use(rehypeSanitize).use(rehypeSlug).freeze();

const writer = unified().use(rehypeStringify).freeze();

const parse = (markdown: string): Source => (hasTable.test(markdown) ? tableParser : parser).parse(markdown);

/** A heading of a body that the table of contents names. */
export interface Heading {
  depth: 2 | 3;
  id: string;
  text: string;
}

export interface Body {
  html: Html;
  headings: Heading[];
}

/**
 * Renders a body without its title, because the page shows the title elsewhere.
 * @param isDrawn whether the page shows a drawing in place of the first Mermaid block and its heading
 * @param termIn tells which text in bold is a term; each such text becomes a definition with an anchor
 */
export function renderBody(markdown: string, isDrawn: boolean, termIn?: TermReader): Body {
  const tree = processor.runSync(parse(markdown)) as Root;
  tree.children = tree.children.filter(node => node.type !== 'element' || node.tagName !== 'h1');
  if (isDrawn) tree.children = withoutDiagram(tree.children);
  const headings: Heading[] = [];
  visit(tree, 'element', (node, index, parent) => {
    if (termIn) define(node, parent, termIn);
    // What scrolls must be reachable by keyboard.
    if (node.tagName === 'pre') node.properties.tabIndex = 0;
    if (node.tagName === 'th') node.properties.scope = 'col';
    finish(node, headings);
    if (node.tagName !== 'table' || isScroll(parent)) return;
    parent!.children[index!] = element(
      'div',
      { className: ['scroll'], tabIndex: 0, role: 'group', ariaLabel: 'Table' },
      [node],
    );
    return index!;
  });
  return { html: new Html(writer.stringify(tree)), headings };
}

const isScroll = (node: Parents | undefined): boolean =>
  node?.type === 'element' && node.tagName === 'div' && String(node.properties.className) === 'scroll';

/** Leaves out the first Mermaid block, and its heading if nothing else is below that heading. */
function withoutDiagram(nodes: RootContent[]): RootContent[] {
  const elements = nodes.filter(node => node.type === 'element');
  const at = elements.findIndex(isMermaid);
  if (at < 0) return nodes;
  const before = elements[at - 1];
  const isOnly = before?.tagName === 'h2' && (elements[at + 1]?.tagName ?? 'h2') === 'h2';
  return nodes.filter(node => node !== elements[at] && !(isOnly && node === before));
}

/** Returns the anchor of the term that a text in bold defines; undefined if it defines none. */
type TermReader = (bold: string) => { anchor: string } | undefined;

/** Turns a term in bold at the beginning of its definition into a `dfn` element with an anchor. */
function define(node: Element, parent: Parents | undefined, termIn: TermReader): void {
  if (node.tagName !== 'strong' || parent?.type !== 'element' || !['li', 'p'].includes(parent.tagName))
    return;
  const term = termIn(textOf(node));
  if (term === undefined) return;
  node.tagName = 'dfn';
  node.properties.id = term.anchor;
}

function finish(node: Element, headings: Heading[]): void {
  if (node.tagName === 'a' && typeof node.properties.href === 'string')
    node.properties.href = readingLink(node.properties.href);
  if (node.tagName === 'input') node.properties.ariaLabel = 'done';
  const depth = /^h([23])$/.exec(node.tagName)?.[1];
  if (depth === undefined) return;
  const id = String(node.properties.id);
  headings.push({ depth: Number(depth) as 2 | 3, id, text: textOf(node) });
  const text = 'Link to this section';
  // The space parts the heading from this name where programs read them aloud.
  node.children.push(
    { type: 'text', value: ' ' },
    element('a', { className: ['anchor'], href: `#${id}`, ariaLabel: text }, []),
  );
}

const element = (
  tagName: string,
  properties: Element['properties'],
  children: Element['children'],
): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
});

function isMermaid(pre: Element): boolean {
  if (pre.tagName !== 'pre') return false;
  const [code] = pre.children;
  const names = code?.type === 'element' ? code.properties.className : undefined;
  return Array.isArray(names) && names.includes('language-mermaid');
}

function textOf(node: Element): string {
  return node.children
    .map(child => (child.type === 'text' ? child.value : child.type === 'element' ? textOf(child) : ''))
    .join('');
}

/**
 * Returns the address of the HTML twin of a Markdown page: `/index.html` for `/`; undefined for other addresses, and for the
 * exports of a team, to which the page of its version links.
 */
export function twinOf(path: string): string | undefined {
  if (path === '/') return '/index.html';
  return /^\/(?!exports\/[^/]+\/)[^?#]*\.md(?=$|[?#])/.test(path)
    ? path.replace(/\.md(?=$|[?#])/, '.html')
    : undefined;
}

/**
 * Returns the target of a link in the reading edition: the HTML twin of a page of this service, and any other address unchanged.
 */
export const readingLink = (href: string): string => twinOf(href) ?? href;
