/** Worked examples: the guide `example-{domain}` belongs to its domain, whose page links to it, and to no other list. */
import { escapeMarkdown } from '#document/text/plain-text.ts';
import type { Catalog } from '../../catalog/source/catalog.ts';

/** Returns the section of the page of a domain that links to its worked example; empty if there is none. */
export function exampleOf(domain: string, { guides }: Catalog): string[] {
  const guide = guides.find(({ name }) => name === `guides/example-${domain}.md`);
  return guide ? [`## Example\n\n[${escapeMarkdown(guide.facts.title)}](${guide.path})`] : [];
}
