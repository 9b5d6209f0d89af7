/** What a domain says of one of its tasks: what to begin with, and when to leave it. */
import { escapeMarkdown } from '#document/plain-text.ts';
import type { Catalog } from '../catalog.ts';
import type { DomainFacts } from '../source/facts.ts';

type Task = DomainFacts['tasks'][number];

/** `solo-coder. If single attempts fail: localise-repair-validate.`, as Markdown; a pattern is linked. */
export function adviceOn({ default: first = 'one_agent', advice }: Task, { patterns }: Catalog): string {
  const begin = patterns.has(first) ? `[${first}](/patterns/${first}.md)` : first.replace('_', ' ');
  return [`${begin}.`, advice && escapeMarkdown(advice)].filter(Boolean).join(' ');
}
