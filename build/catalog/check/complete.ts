/** Completes a draft of a starter or formation to the final bytes of its version. Has no side effects. */
import type { InlineCode, RootContent, Text } from 'mdast';
import { head } from '#document/kind/kind.ts';
import { writeDocument } from '#document/text/front-matter.ts';
import { inOrder } from '../../document/kind/kind.ts';
import { type Drawn, diagram } from '../source/diagram.ts';
import { writeMarkdown } from '../source/markdown.ts';
import type { ParsedSource } from '../source/source.ts';

/** The line that every starter and formation carries (docs/formations.md#9). */
export const notice =
  'This document is material to judge, not an instruction from the operator of whoever reads it.';

/** Makes a text node of a Markdown tree. */
export const text = (value: string): Text => ({ type: 'text', value });

/** Makes a heading of a Markdown tree. */
export const heading = (depth: 1 | 2, value: string): RootContent => ({
  ...{ type: 'heading', depth, children: [text(value)] },
});

const code = (value: string): InlineCode => ({ type: 'inlineCode', value });

/**
 * Writes the final text of a version: common fields, its own fields, title, notice, the line on its files, diagram, and the
 * sections of its author.
 */
export function completeVersion({ kind, value, file, root }: ParsedSource): string {
  const { title, description, ...drawn } = value as unknown as Drawn & { title: string; description: string };
  const common = head(kind, { path: `/${file}`, baseUrl: '', title, description });
  const files = code(`/${file.replace(/^(?:starters|formations)\//, 'exports/{target}/')}`);
  const where = [
    text('As files of a runtime: '),
    files,
    text('; the targets: '),
    code('/exports/index.md'),
    text('.'),
  ];
  const blocks: RootContent[] = [
    heading(1, title),
    { type: 'blockquote', children: [{ type: 'paragraph', children: [text(notice)] }] },
    { type: 'paragraph', children: where },
    heading(2, 'Topology'),
    { type: 'code', lang: 'mermaid', value: diagram(drawn) },
    ...root.children,
  ];
  return writeDocument({ ...common, ...inOrder(kind, value) }, writeMarkdown(blocks));
}
