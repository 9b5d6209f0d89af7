/** `/domains/…`: each domain with its tasks and the patterns studied in it, and the index of domains. */

import { domain as domainKind, index } from '#build/exchange/index.ts';
import { domainNames } from '#build/kind/field.ts';
import type { Kind } from '#build/kind/kind.ts';
import { inOrder } from '../kind/kind.ts';
import type { Catalog, SourceEntry, VersionEntry } from '../source/catalog.ts';
import type { DomainFacts, PatternFacts } from '../source/facts.ts';
import { offered } from '../source/version-order.ts';
import { plural } from '../text/plain-text.ts';
import { spendOf } from './cost.ts';
import { exampleOf } from './example.ts';
import { findingsOf } from './findings.ts';
import { composedPage, indexLine, type Page, type Setting } from './page.ts';
import { adviceOn, taskPath } from './task.ts';

export function domainPages(catalog: Catalog, setting: Setting): Page[] {
  const domains = domainNames.flatMap(name => catalog.domains.get(name) ?? []);
  return [domainIndex(domains, setting), ...domains.map(domain => domainPage(domain, catalog, setting))];
}

function domainIndex(domains: readonly SourceEntry<DomainFacts>[], setting: Setting): Page {
  const lines = domains.map(({ more, facts }) =>
    indexLine(
      more.domain,
      `/domains/${more.domain}.md`,
      `${facts.description} Tasks: ${more.tasks.map(task => task.name).join(', ')}.`,
    ),
  );
  return composedPage({
    kind: index as unknown as Kind,
    path: '/domains/index.md',
    title: 'Task domains',
    description: 'The seven fields of work, and the tasks in each that task classes may name.',
    fields: () => ({ lists: 'domain', total: domains.length }),
    body: () => `A task class is \`{domain}.{task}\`, such as \`coding.bug_fix\`.\n\n${lines.join('\n')}`,
    inputs: lines,
    setting,
  });
}

function domainPage(domain: SourceEntry<DomainFacts>, catalog: Catalog, setting: Setting): Page {
  const { more, facts } = domain;
  const studied = patternsIn(more.domain, catalog);
  const body = [
    more.body.trimEnd(),
    `## Tasks\n\n${taskNote(more)}\n\n${more.tasks.map(task => `- \`${task.name}\`: ${adviceOn(task, catalog)}`).join('\n')}`,
    `## Starters\n\n${startersIn(more.domain, catalog)}`,
    `## Patterns studied\n\n${studiedNote(more.domain, studied.length)}`,
    ...exampleOf(more.domain, catalog),
  ];
  return composedPage({
    kind: domainKind as unknown as Kind,
    path: `/domains/${more.domain}.md`,
    title: facts.title,
    description: facts.description,
    fields: () =>
      inOrder(domainKind as unknown as Kind, {
        ...more,
        // The body says what to begin with.
        tasks: more.tasks.map(({ name, description }) => ({ name, description })),
        patterns: studied.map(({ more: { slug } }) => slug),
      }),
    body: () => body.join('\n\n'),
    inputs: [domain.digest, ...body],
    setting,
    ...(facts.search && { search: facts.search }),
  });
}

/** Where to read more on a task: a link to each would cost more than the lines have. */
const taskNote = ({ domain, tasks: [first] }: DomainFacts): string =>
  `When a team pays, and what it costs: \`/tasks/${domain}.TASK.md\`, such as [${first!.name}](${taskPath(`${domain}.${first!.name}`)}).`;

/** The starters and formations for tasks of a domain. */
function startersIn(domain: string, catalog: Catalog): string {
  const lines = (versions: readonly VersionEntry[]) =>
    offered(versions).flatMap(([newest]) => versionLine(newest!, domain));
  const [starters, formations] = [lines(catalog.starters), lines(catalog.formations)];
  if (starters.length === 0) return 'None yet: begin with one agent.';
  const more = formations.length > 0 ? `\n\nFormations:\n\n${formations.join('\n')}` : '';
  return `At most, a run spends this; [in money](/starters/index.md). Compare a team with its control.\n\n${starters.join('\n')}${more}`;
}

/** A version with what a run may spend and its control; nothing when none of its tasks is of the domain. */
function versionLine(version: VersionEntry, domain: string): string[] {
  const { more, path } = version;
  if (!more.task_classes.some(task => task.startsWith(`${domain}.`))) return [];
  const control = more.control ? `; control: ${more.control}` : '';
  return [indexLine(more.name, path, `${spendOf(version)}${control}`)];
}

/** The patterns with a finding in a domain, by family. */
function patternsIn(domain: string, catalog: Catalog): SourceEntry<PatternFacts>[] {
  const held = findingsOf(catalog).filter(
    ({ finding }) => finding.domain === domain && !finding.superseded_by,
  );
  const named = new Set(held.flatMap(({ finding }) => finding.patterns));
  return catalog.families.flatMap(({ slug }) =>
    [...catalog.patterns.values()].filter(({ more }) => more.family === slug && named.has(more.slug)),
  );
}

const studiedNote = (domain: string, number: number): string =>
  `[Findings](/domains/${domain}/findings.md) on ${plural(number, 'pattern')}, for and against.`;
