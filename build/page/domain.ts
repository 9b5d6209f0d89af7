/** `/domains/…`: each domain with its tasks and the patterns studied in it, and the index of domains. */

import { domainNames } from '#document/kind/field.ts';
import { domain as domainKind, index } from '#document/kind/index.ts';
import type { Kind } from '#document/kind/kind.ts';
import type { Catalog, SourceEntry } from '../catalog.ts';
import { inOrder } from '../compile.ts';
import type { DomainFacts, PatternFacts } from '../facts.ts';
import { composedPage, indexLine, type Page, plural, type Setting } from '../page.ts';

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
  const starters = catalog.starters.filter(
    ({ status, more: { task_classes } }) =>
      status !== 'revoked' && task_classes.some(task => task.startsWith(`${more.domain}.`)),
  );
  const lines = studied.map(pattern => patternLine(pattern));
  const links = [
    `Findings in this domain: [for and against](/domains/${more.domain}/findings.md).`,
    `Starters for it: ${plural(starters.length, 'version')}, by task in [the starter index](/starters/index.md).`,
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
    body: () => `${more.body.trimEnd()}\n\n## Patterns studied\n\n${lines.join('\n')}\n\n${links.join(' ')}`,
    inputs: [domain.digest, ...lines, ...links],
    setting,
    ...(facts.search && { search: facts.search }),
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
