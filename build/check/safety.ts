/** Safe to read: the checks on lines of text, and those on the code and links of the parsed Markdown. */
import { visit } from 'unist-util-visit';
import type { Fault } from '#document/fault.ts';
import { checkCodeLanguage, checkLinkTarget, checkText } from '#document/safety.ts';
import { placeOf } from '../markdown.ts';
import type { ParsedSource } from '../source.ts';

export function checkSafety(source: ParsedSource): Fault[] {
  if (source.kind.form !== 'artifact') return [];
  const faults = checkText(source.text);
  visit(source.root, 'code', node => {
    faults.push(...checkCodeLanguage(node.lang ?? '', placeOf(node)));
  });
  return [...faults, ...source.links.flatMap(link => checkLinkTarget(link.url, link))];
}
