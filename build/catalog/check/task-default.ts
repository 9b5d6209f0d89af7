/**
 * Tasks: what a domain says to begin with exists, and so does each finding that it cites for a task.
 *
 * `default: solo-codr` is refused; `default: one_agent` needs no page of its own. `finding: coverag` is refused when the record
 * that `source` names has no finding of that id, and so is a finding without a source. A case rests on what somebody read: it may
 * not cite a finding that is known from others alone (`reported`), nor one of an abstract whose sentence was not kept as `basis`.
 */
import { didYouMean } from '#document/text/suggestion.ts';
import type { Catalog, SourceEntry } from '../source/catalog.ts';
import type { DomainFacts, ResearchFacts } from '../source/facts.ts';
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
      const record = research.get(source ?? '');
      const ids = record?.more.findings.map(({ id }) => id) ?? [];
      if (record && ids.includes(finding)) {
        const unread = whyUnread(record, finding);
        if (!unread) return [];
        const help = 'Cite a finding that was read, or state the case without a source and without figures.';
        return [domain.message(['tasks', at, field, index, 'finding'], 'unread-finding', unread, help)];
      }
      const message = source ? `\`${source}\` has no finding \`${finding}\`.` : 'The finding has no source.';
      const help = source
        ? `Name one of its findings: ${ids.join(', ')}.${didYouMean(finding, ids)}`
        : 'Add `source:` with the record that holds it.';
      return [domain.message(['tasks', at, field, index, 'finding'], 'unknown-finding', message, help)];
    }),
  );
}

/** Why a finding may not decide a task; undefined if somebody read the sentence that it rests on. */
function whyUnread({ more, facts }: SourceEntry<ResearchFacts>, id: string): string | undefined {
  const grade = more.findings.find(finding => finding.id === id)?.grade ?? more.grade;
  if (grade === 'reported')
    return `The finding \`${id}\` is known from others alone, so no task rests on it.`;
  if (grade === 'abstract' && facts.unfounded.includes(id))
    return `Of the finding \`${id}\` only an abstract was read and no sentence is kept, so no task rests on it.`;
  return undefined;
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
