/** Writes YAML. The same value gives the same bytes, short collections are on one line, and reading gives the value back. */
import {
  COLLECTION_STYLE_BLOCK,
  COLLECTION_STYLE_FLOW,
  CORE_SCHEMA,
  jsToAst,
  type Node,
  present,
  SCALAR_STYLE_DOUBLE_QUOTED,
} from 'js-yaml';
import { plainValue } from './yaml-reader.ts';

/**
 * Writes plain data as YAML front matter, without the `---` lines. Keys keep their order, `undefined` fields are left out,
 * short lists and mappings of plain words are on one line, which takes fewer tokens, and everything else is in block style. The
 * same value gives the same bytes, from which `readYaml` returns the value.
 */
export function writeYaml(value: Record<string, unknown>): string {
  const documents = jsToAst(value, CORE_SCHEMA, { noRefs: true, skipInvalid: true });
  const root = documents[0]!.contents!;
  shorten(root);
  // The root has one field in each line, even if all its fields are short.
  if (root.kind === 'mapping' && root.items.length > 0) root.style = COLLECTION_STYLE_BLOCK;
  return present(documents, { schema: CORE_SCHEMA, lineWidth: -1, quoteStyle: 'double' });
}

/** The tag of a text (YAML 1.2.2, 10.1). */
const text = 'tag:yaml.org,2002:str';
const plainWord = /^[A-Za-z0-9][A-Za-z0-9._/-]*$/;
const maxFlowLength = 100;

/** Puts empty and short collections on one line, and quotes texts that would be read as something else. */
function shorten(node: Node): void {
  // The library takes `848319e69961` for a text, since no number is so large.
  if (node.kind === 'scalar' && node.tag === text && typeof plainValue(node.value) !== 'string')
    node.style = SCALAR_STYLE_DOUBLE_QUOTED;
  if (node.kind !== 'mapping' && node.kind !== 'sequence') return;
  const parts = node.kind === 'mapping' ? node.items.flatMap(({ key, value }) => [key, value]) : node.items;
  for (const part of parts) shorten(part);
  if (parts.length === 0 || isShort(parts)) node.style = COLLECTION_STYLE_FLOW;
}

/** Tells whether a collection holds only plain words and fits a line. */
function isShort(parts: readonly Node[]): boolean {
  const words: string[] = [];
  for (const part of parts) {
    if (part.kind !== 'scalar') return false;
    if (part.tag === text && !plainWord.test(part.value)) return false;
    words.push(part.value);
  }
  return words.join(', ').length <= maxFlowLength;
}
