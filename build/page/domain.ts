/** `/domains/…`: each domain with its tasks and the patterns studied in it, and the index of domains. */

import { domainNames } from '#document/kind/field.ts';
import { domain as domainKind, index } from '#document/kind/index.ts';
import type { Kind } from '#document/kind/kind.ts';
import type { Catalog, SourceEntry, VersionEntry } from '../catalog.ts';
import type { DomainFacts, PatternFacts } from '../facts.ts';
import { composedPage, indexLine, inOrder, type Page, plural, type Setting } from '../page.ts';
import { counts, findingsOf } from './findings.ts';

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
  const starters = catalog.starters.filter(
    ({ status, more: { task_classes } }) =>
      status !== 'revoked' && task_classes.some(task => task.startsWith(`${more.domain}.`)),
  );
  // The balance, not the intent: the index of patterns says what each is, and this page says where to start.
  const lines = studied.map(({ pattern: { more }, balance }) =>
    indexLine(more.slug, `/patterns/${more.slug}.md`, balance),
  );
  const named = candidates.map(({ more: { slug } }) => `[${slug}](/patterns/${slug}.md)`).join(', ');
  const untested = named && `Candidates without a finding in this domain: ${named}.\n\n`;
  const links = [
    `The findings: [for and against](/domains/${more.domain}/findings.md).`,
    `Starters: ${plural(starters.length, 'version')}, ${startersLink(more.domain, starters)}.`,
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
    body: () =>
      `${more.body.trimEnd()}\n\n## Patterns studied\n\nFindings in this domain on each; undecided means both ways by condition, or untested.\n\n${lines.join('\n')}\n\n${untested}${links.join(' ')}`,
    inputs: [domain.digest, ...lines, untested, ...links],
    setting,
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
  const findingsOn = ({ more }: SourceEntry<PatternFacts>) =>
    held.filter(({ finding }) => finding.patterns.includes(more.slug));
  return {
    studied: all
      .map(pattern => ({ pattern, balance: counts(findingsOn(pattern)) }))
      .filter(({ balance }) => balance !== ''),
    candidates: all.filter(
      pattern => (pattern.more.domains as string[]).includes(domain) && findingsOn(pattern).length === 0,
    ),
  };
}

/** The way to the starters of one task, shown for a task that has some. */
function startersLink(domain: string, starters: readonly VersionEntry[]): string {
  const task = starters.flatMap(({ more }) => more.task_classes).find(name => name.startsWith(`${domain}.`));
  return task
    ? `by task at [${task}](/starters/index.md?task_class=${task}) and the like`
    : 'see [the starter index](/starters/index.md)';
}
