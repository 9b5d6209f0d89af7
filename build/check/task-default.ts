/**
 * Tasks: what a domain says to begin with exists, and so does each finding that it cites for a task.
 *
 * `default: solo-codr` is refused; `default: one_agent` needs no page of its own. `finding: coverag` is refused when the record
 * that `source` names has no finding of that id, and so is a finding without a source.
 */
import { didYouMean } from '#build/text/suggestion.ts';
import type { Catalog, SourceEntry } from '../source/catalog.ts';
import type { DomainFacts } from '../source/facts.ts';
import type { SourceFault } from '../source/source-fault.ts';
import { offered } from '../source/version-order.ts';

export function checkTaskDefaults(catalog: Catalog): SourceFault[] {
  const starters = offered(catalog.starters).map(([newest]) => newest!.more.name);
  const known = new Set([...starters, ...catalog.patterns.keys(), 'one_agent']);
  return [...catalog.domains.values()].flatMap(domain => [
    ...unknownDefaults(domain, known, catalog.failed),
    ...domain.more.tasks.flatMap((task, at) => unknownFindings(domain, task, at, catalog)),
  ]);
}

function unknownFindings(
  domain: SourceEntry<DomainFacts>,
  { team_pays_when, team_does_not_pay_when }: DomainFacts['tasks'][number],
  at: number,
  { research, failed }: Catalog,
): SourceFault[] {
  return Object.entries({ team_pays_when, team_does_not_pay_when }).flatMap(([field, cases = []]) =>
    cases.flatMap(({ source, finding }, index) => {
      if (finding === undefined || failed.has(`research/${source}.md`)) return [];
      const ids = research.get(source ?? '')?.more.findings.map(({ id }) => id) ?? [];
      if (ids.includes(finding)) return [];
      const message = source ? `\`${source}\` has no finding \`${finding}\`.` : 'The finding has no source.';
      const help = source
        ? `Name one of its findings: ${ids.join(', ')}.${didYouMean(finding, ids)}`
        : 'Add `source:` with the record that holds it.';
      return [domain.message(['tasks', at, field, index, 'finding'], 'unknown-finding', message, help)];
    }),
  );
}

function unknownDefaults(
  domain: SourceEntry<DomainFacts>,
  known: ReadonlySet<string>,
  failed: ReadonlySet<string>,
): SourceFault[] {
  return domain.more.tasks.flatMap(({ default: name }, index) => {
    if (name === undefined || known.has(name) || isFailed(name, failed)) return [];
    const help = `Name a starter, a pattern or \`one_agent\`.${didYouMean(name, [...known])}`;
    const message = `Unknown default \`${name}\`.`;
    const found = domain.message(['tasks', index, 'default'], 'unknown-default', message, help);
    return [{ ...found, cause: `pattern:${name}` }];
  });
}

/** Whether the page that the name would lead to has faults of its own. */
const isFailed = (name: string, failed: ReadonlySet<string>): boolean =>
  [...failed].some(file => file === `patterns/${name}.md` || file.startsWith(`starters/${name}/`));
