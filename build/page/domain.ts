/** `/domains/…`: each domain with its tasks and the patterns studied in it, and the index of domains. */

import { domainNames } from '#document/kind/field.ts';
import { domain as domainKind, index } from '#document/kind/index.ts';
import type { Kind } from '#document/kind/kind.ts';
import type { Catalog, SourceEntry, VersionEntry } from '../catalog.ts';
import { offered } from '../publish/version-order.ts';
import type { DomainFacts, PatternFacts } from '../source/facts.ts';
import { counts, findingsOf, groupByPattern } from './findings.ts';
import { composedPage, indexLine, inOrder, type Page, type Setting } from './page.ts';

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
  const { studied, candidates } = patternsIn(more.domain, catalog);
  // The balance, not the intent: the index of patterns says what each is, and this page says where to start.
  const lines = studied.map(({ pattern: { more }, balance }) =>
    indexLine(more.slug, `/patterns/${more.slug}.md`, balance),
  );
  const untested = candidates.map(({ more: { slug } }) => `[${slug}](/patterns/${slug}.md)`).join(', ');
  const starters = offered(catalog.starters).flatMap(([newest]) => starterLine(newest!, more.domain));
  const body = [
    more.body.trimEnd(),
    `## Starters\n\n${starters.length === 0 ? 'None yet: begin with one agent.' : starters.join('\n')}`,
    `## Patterns studied\n\n${studiedNote(more.domain)}\n\n${lines.join('\n')}`,
    ...(untested ? [`Candidates without a finding in this domain: ${untested}.`] : []),
  ];
  return composedPage({
    kind: domainKind as unknown as Kind,
    path: `/domains/${more.domain}.md`,
    title: facts.title,
    description: facts.description,
    fields: () =>
      inOrder(domainKind as unknown as Kind, {
        ...more,
        patterns: studied.map(({ pattern }) => pattern.more.slug),
      }),
    body: () => body.join('\n\n'),
    inputs: [domain.digest, ...body],
    setting,
    ...(facts.search && { search: facts.search }),
  });
}

/**
 * The patterns of a domain by family: those with a finding in it, each with its balance, and those that name the domain
 * without one.
 */
function patternsIn(domain: string, catalog: Catalog) {
  const held = findingsOf(catalog).filter(
    ({ finding }) => finding.domain === domain && !finding.superseded_by,
  );
  const all = catalog.families.flatMap(({ slug }) =>
    [...catalog.patterns.values()].filter(({ more }) => more.family === slug),
  );
  const byPattern = groupByPattern(held);
  const findingsOn = ({ more }: SourceEntry<PatternFacts>) => byPattern.get(more.slug) ?? [];
  return {
    studied: all
      .map(pattern => ({ pattern, balance: counts(findingsOn(pattern)) }))
      .filter(({ balance }) => balance !== ''),
    candidates: all.filter(
      pattern => (pattern.more.domains as string[]).includes(domain) && findingsOn(pattern).length === 0,
    ),
  };
}

const studiedNote = (domain: string): string =>
  `[Findings in this domain](/domains/${domain}/findings.md) on each; undecided means both ways by condition, or untested.`;

/** A starter with those of its tasks that are of the domain; nothing when there is none. */
function starterLine({ more, path }: VersionEntry, domain: string): string[] {
  const tasks = more.task_classes.filter(task => task.startsWith(`${domain}.`));
  if (tasks.length === 0) return [];
  return [indexLine(more.name, path, tasks.map(task => task.slice(domain.length + 1)).join(', '))];
}
