/** Worked examples: a guide named `example-{domain}` belongs to its domain, whose page links it, and to no other list. */
import { escapeMarkdown } from '#document/text/plain-text.ts';
import type { Catalog } from '../../catalog/source/catalog.ts';

/** The guides for readers of any domain. */
export const commonGuides = ({ guides }: Catalog): Catalog['guides'] =>
  guides.filter(({ name }) => !name.startsWith('guides/example-'));

/** The section of a domain's page that links its worked example; nothing when there is none. */
export function exampleOf(domain: string, { guides }: Catalog): string[] {
  const guide = guides.find(({ name }) => name === `guides/example-${domain}.md`);
  return guide ? [`## Example\n\n[${escapeMarkdown(guide.facts.title)}](${guide.path})`] : [];
}
