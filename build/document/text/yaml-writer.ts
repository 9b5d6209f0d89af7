/** Writes YAML: the same value gives the same bytes, short collections are on one line, and reading gives the value back. */
import { Document, isPair, isScalar, visit, type YAMLMap, type YAMLSeq } from 'yaml';

/**
 * Writes plain data as front-matter YAML, without the `---` lines: keys in the order given, absent (`undefined`)
 * fields left out, short lists and mappings of plain words on one line (fewer tokens), all else in block style.
 * The same value gives the same bytes, and `readYaml` gives the value back.
 */
export function writeYaml(value: Record<string, unknown>): string {
  const document = new Document(value, { version: '1.2', schema: 'core', aliasDuplicateObjects: false });
  visit(document, {
    Seq(_key, node) {
      if (node.items.length === 0 || isShort(node)) node.flow = true;
    },
    Map(key, node) {
      if (node.items.length === 0 || (key !== null && isShort(node))) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0, minContentWidth: 0, flowCollectionPadding: false });
}

const plainWord = /^[A-Za-z0-9][A-Za-z0-9._/-]*$/;
const maxFlowLength = 100;

/** Whether a collection holds only plain words and fits a line. */
function isShort(node: YAMLMap | YAMLSeq): boolean {
  const words: string[] = [];
  for (const item of node.items) {
    const scalars = isPair(item) ? [item.key, item.value] : [item];
    for (const scalar of scalars) {
      if (!isScalar(scalar)) return false;
      const word = String(scalar.value);
      if (typeof scalar.value === 'string' && !plainWord.test(word)) return false;
      words.push(word);
    }
  }
  return words.join(', ').length <= maxFlowLength;
}
