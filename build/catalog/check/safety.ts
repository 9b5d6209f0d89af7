/** Checks that a starter or formation is safe to read: its lines of text, and the code and links of its parsed Markdown. */

import { checkCodeLanguage, checkLinkTarget, checkText } from '#document/guard/safety.ts';
import type { Fault } from '#document/text/fault.ts';
import { placeOf } from '../source/markdown.ts';
import type { ParsedSource } from '../source/source.ts';

export function checkSafety(source: ParsedSource): Fault[] {
  if (source.kind.form !== 'artifact') return [];
  const inCode = source.nodes.flatMap(({ node }) =>
    node.type === 'code' ? checkCodeLanguage(node.lang ?? '', placeOf(node)) : [],
  );
  return [
    ...checkText(source.text, source),
    ...inCode,
    ...source.links.flatMap(link => checkLinkTarget(link.url, link)),
  ];
}
