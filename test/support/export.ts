/** Exports as a reader takes them apart: with a Markdown parser of its own, from the page alone. */
import type { Heading, RootContent } from 'mdast';
import { readDocument } from '#document/text/front-matter.ts';
import { parseBody } from '../../build/catalog/source/markdown.ts';

interface ReadExport {
  fields: {
    target: string;
    target_version: string;
    source: string;
    source_digest: string;
    files: { path: string; digest: string; size_bytes: number }[];
    losses: { subject: string; what: string; instead: string }[];
  };
  files: Map<string, string>;
}

/** The front matter and the files of an export page (docs/exports.md#4). */
export function readExport(page: string): ReadExport {
  const parsed = readDocument(page);
  if (!parsed.ok) throw new Error(parsed.faults[0]?.message);
  const { value, body } = parsed.document;
  const nodes = parseBody(body, 1).children;
  const files = nodes.flatMap((node, at): [string, string][] => {
    const path = pathIn(node);
    const next = nodes[at + 1];
    return path !== undefined && next?.type === 'code' ? [[path, `${next.value}\n`]] : [];
  });
  return { fields: value as unknown as ReadExport['fields'], files: new Map(files) };
}

function pathIn(node: RootContent): string | undefined {
  if (node.type !== 'heading') return undefined;
  const [only, ...rest] = (node as Heading).children;
  return only?.type === 'inlineCode' && rest.length === 0 ? only.value : undefined;
}
