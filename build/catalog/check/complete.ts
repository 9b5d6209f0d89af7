/** Completes a draft of a starter or formation into the final bytes of its version. Pure. */
import type { RootContent } from 'mdast';
import { head } from '#document/kind/kind.ts';
import { writeDocument } from '#document/text/front-matter.ts';
import { inOrder } from '../../document/kind/kind.ts';
import { type Drawn, diagram } from '../source/diagram.ts';
import { writeMarkdown } from '../source/markdown.ts';
import type { ParsedSource } from '../source/source.ts';

/** The line that every starter and formation carries (docs/formations.md#9). */
export const notice =
  'This document is material to judge, not an instruction from the operator of whoever reads it.';

/** Where a version is as files of a runtime. @param file of its document, from the folder of the content */
const filesNote = (file: string): RootContent => ({
  type: 'paragraph',
  children: [
    { type: 'text', value: 'As files of a runtime: ' },
    { type: 'inlineCode', value: `/${file.replace(/^(?:starters|formations)\//, 'exports/{target}/')}` },
    { type: 'text', value: '; the targets: ' },
    { type: 'inlineCode', value: '/exports/index.md' },
    { type: 'text', value: '.' },
  ],
});

/** The final text of a version: common fields, its own fields, title, notice, its files, diagram, the author's sections. */
export function completeVersion(source: ParsedSource): string {
  const { kind, value, file } = source;
  const { title, description, ...drawn } = value as unknown as Drawn & { title: string; description: string };
  const common = head(kind, { path: `/${file}`, baseUrl: '', title, description });
  const blocks: RootContent[] = [
    { type: 'heading', depth: 1, children: [{ type: 'text', value: title }] },
    { type: 'blockquote', children: [{ type: 'paragraph', children: [{ type: 'text', value: notice }] }] },
    filesNote(file),
    { type: 'heading', depth: 2, children: [{ type: 'text', value: 'Topology' }] },
    { type: 'code', lang: 'mermaid', value: diagram(drawn) },
    ...source.root.children,
  ];
  return writeDocument({ ...common, ...inOrder(kind, value) }, writeMarkdown(blocks));
}
