/** `/domains/…`: each domain with its tasks and the patterns studied in it, and the index of domains. */

import { domainNames } from '#document/kind/field.ts';
import { domain as domainKind, index } from '#document/kind/index.ts';
import type { Kind } from '#document/kind/kind.ts';
import type { Catalog, SourceEntry, VersionEntry } from '../catalog.ts';
import type { DomainFacts, PatternFacts } from '../facts.ts';
import { composedPage, indexLine, inOrder, type Page, type Setting } from '../page.ts';
import { offered } from '../version-order.ts';

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
  const studied = studiedIn(more.domain, catalog);
  const lines = studied.map(pattern => patternLine(pattern));
  const starters = offered(catalog.starters).flatMap(([newest]) => starterLine(newest!, more.domain));
  const findings = `Findings in this domain: [for and against](/domains/${more.domain}/findings.md).`;
  const body = [
    more.body.trimEnd(),
    `## Starters\n\n${starters.length === 0 ? 'None yet: begin with one agent.' : starters.join('\n')}`,
    `## Patterns studied\n\n${lines.join('\n')}`,
    findings,
  ];
  return composedPage({
    kind: domainKind as unknown as Kind,
    path: `/domains/${more.domain}.md`,
    title: facts.title,
    description: facts.description,
    fields: () =>
      inOrder(domainKind as unknown as Kind, {
        ...more,
        patterns: studied.map(({ more: { slug } }) => slug),
      }),
    body: () => body.join('\n\n'),
    inputs: [domain.digest, ...lines, ...starters],
    setting,
  });
}

const studiedIn = (domain: string, catalog: Catalog): SourceEntry<PatternFacts>[] =>
  catalog.families.flatMap(({ slug }) =>
    [...catalog.patterns.values()].filter(
      ({ more }) => more.family === slug && (more.domains as string[]).includes(domain),
    ),
  );

const patternLine = ({ more }: SourceEntry<PatternFacts>): string =>
  indexLine(more.slug, `/patterns/${more.slug}.md`, more.intent);

/** A starter with those of its tasks that are of the domain; nothing when there is none. */
function starterLine({ more, path }: VersionEntry, domain: string): string[] {
  const tasks = more.task_classes.filter(task => task.startsWith(`${domain}.`));
  if (tasks.length === 0) return [];
  return [indexLine(more.name, path, tasks.map(task => task.slice(domain.length + 1)).join(', '))];
}
