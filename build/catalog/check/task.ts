/**
 * Checks that what each task of a domain begins with exists, that the findings that it cites exist, and that its default follows
 * from them.
 */
import type { Fault } from '#document/text/fault.ts';
import { didYouMean } from '#document/text/suggestion.ts';
import { balanceOf } from '../../document/effect/verdict.ts';
import type { Catalog, SourceEntry } from '../source/catalog.ts';
import type { DomainFacts, ResearchFacts } from '../source/facts.ts';
import type { ParsedSource } from '../source/source.ts';
import type { SourceFault } from '../source/source-fault.ts';
import { defaultOf, findingsOnTask, lacksReason } from '../source/task-evidence.ts';
import { offered } from '../source/version-order.ts';

/** Returns a fault for each task with the name of an earlier one in its domain, since documents refer to tasks by name. */
export function checkTaskNames({ kind, value, fault }: ParsedSource): Fault[] {
  if (kind.kind !== 'domain') return [];
  const names = (value.tasks as { name: string }[]).map(({ name }) => name);
  return names.flatMap((name, at) => {
    if (names.indexOf(name) === at) return [];
    const help = 'Keep one of the two, or give this one a name of its own.';
    return [fault(['tasks', at, 'name'], 'duplicate-id', `The task \`${name}\` appears twice.`, help)];
  });
}

/** Returns the faults in the tasks of all domains. */
export function checkTasks(catalog: Catalog): SourceFault[] {
  const starters = new Map(offered(catalog.starters).map(([newest]) => [newest!.more.name, newest!]));
  const known = [...starters.keys(), ...catalog.patterns.keys(), 'one_agent'];
  const each = (check: (domain: Domain, at: number) => SourceFault[]) =>
    [...catalog.domains.values()].flatMap(domain => domain.more.tasks.flatMap((_, at) => check(domain, at)));
  return [
    ...each((domain, at) => unknownDefault(domain, at, known, catalog)),
    ...each((domain, at) => unknownFindings(domain, at, catalog)),
    ...each((domain, at) => contraryDefault(domain, at, starters, catalog)),
  ];
}

type Domain = SourceEntry<DomainFacts>;

function unknownDefault(
  { more, message }: Domain,
  at: number,
  known: readonly string[],
  { failed }: Catalog,
) {
  const name = more.tasks[at]!.default;
  // A page that has faults of its own is still known.
  const isFailed = [...failed].some(
    file => file === `patterns/${name}.md` || file.startsWith(`starters/${name}/`),
  );
  if (name === undefined || known.includes(name) || isFailed) return [];
  const help = `Name a starter, a pattern or \`one_agent\`.${didYouMean(name, known)}`;
  const found = message(['tasks', at, 'default'], 'unknown-default', `Unknown default \`${name}\`.`, help);
  return [{ ...found, cause: `pattern:${name}` }];
}

/**
 * Returns a fault for each case of a task that cites a finding which does not exist, which has no source, or which nobody read:
 * one known only from others (`reported`), or one of an abstract without a `basis`.
 */
function unknownFindings(
  { more, message }: Domain,
  at: number,
  { research, failed }: Catalog,
): SourceFault[] {
  const { team_pays_when, team_does_not_pay_when } = more.tasks[at]!;
  return Object.entries({ team_pays_when, team_does_not_pay_when }).flatMap(([field, cases = []]) =>
    cases.flatMap(({ source, finding }, index) => {
      if (finding === undefined || failed.has(`research/${source}.md`)) return [];
      const path = ['tasks', at, field, index, 'finding'];
      const record = research.get(source ?? '');
      const ids = record?.more.findings.map(({ id }) => id) ?? [];
      if (record && ids.includes(finding)) {
        const unread = whyUnread(record, finding);
        const help = 'Cite a finding that was read, or state the case without a source and without figures.';
        return unread ? [message(path, 'unread-finding', unread, help)] : [];
      }
      if (!source) {
        const help = 'Add `source:` with the record that holds it.';
        return [message(path, 'unknown-finding', 'The finding has no source.', help)];
      }
      const help = `Name one of its findings: ${ids.join(', ')}.${didYouMean(finding, ids)}`;
      return [message(path, 'unknown-finding', `\`${source}\` has no finding \`${finding}\`.`, help)];
    }),
  );
}

/** Returns why a finding may not decide a task; undefined if somebody read the sentence that states it. */
function whyUnread({ more, facts }: SourceEntry<ResearchFacts>, id: string): string | undefined {
  const grade = more.findings.find(finding => finding.id === id)?.grade ?? more.grade;
  if (grade === 'reported')
    return `We know the finding \`${id}\` only from what others wrote, so no task may rest on it.`;
  return grade === 'abstract' && facts.unfounded.includes(id)
    ? `We read only an abstract for the finding \`${id}\` and kept no sentence of it, so no task may rest on it.`
    : undefined;
}

/** Returns a fault if most findings on a task speak against its default, unless the task says why in `because`. */
function contraryDefault(
  { more, message }: Domain,
  at: number,
  starters: Parameters<typeof defaultOf>[1],
  catalog: Catalog,
): SourceFault[] {
  const task = more.tasks[at]!;
  const found = findingsOnTask(`${more.domain}.${task.name}`, task, catalog);
  const first = defaultOf(task, starters);
  if (!lacksReason(task, found, first)) return [];
  const { for: pro, against } = balanceOf(found);
  const said = `The task \`${task.name}\` begins with ${first.name}, but ${pro} of its findings favour a team and ${against} favour one agent.`;
  const help = 'Add `because:` with the reason, as the rest of a sentence, or change `default`.';
  return [message(['tasks', at], 'verdict-without-reason', said, help)];
}
