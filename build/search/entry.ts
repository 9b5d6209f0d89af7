/** What search knows of a source: its own words, and what it says of patterns. Made while the source is parsed. */
import type { Root } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import type { Finding } from '#document/kind/research-record.ts';
import type { SearchEntry, SearchSituation } from '#document/manifest.ts';
import type { ParsedSource } from '../source/source.ts';
import { mentionsOf } from './mention.ts';

/** The entry of a source; undefined when its kind is not searched. */
export function searchEntry(source: ParsedSource): SearchEntry | undefined {
  const entry = makers[source.kind.kind]?.(source);
  return (
    entry && (Object.fromEntries(Object.entries(entry).filter(([, list]) => list.length > 0)) as SearchEntry)
  );
}

type Maker = (source: ParsedSource) => SearchEntry;

const makers: Readonly<Record<string, Maker>> = {
  pattern: ({ value, root }) => {
    const { slug, aliases, intent, use_when, roles, domains, situations = [] } = value as PatternValue;
    return {
      names: [slug, ...aliases],
      purpose: [intent, ...use_when],
      detail: [...roles.map(role => role.purpose), ...firstSteps(root)],
      domains,
      situations,
    };
  },
  starter: ({ value }) => versionEntry(value as VersionValue),
  formation: ({ value }) => versionEntry(value as VersionValue),
  domain: ({ value, root }) => {
    const { domain, tasks, situations = [] } = value as DomainValue;
    return { names: [domain], domains: [domain], tasks, mentions: mentionsOf(root), situations };
  },
  guide: ({ root }) => ({ names: [], mentions: mentionsOf(root) }),
  research_record: ({ value }) => {
    const { slug, findings } = value as ResearchValue;
    return {
      names: [slug],
      purpose: findings.map(finding => finding.claim),
      domains: unique(findings.map(finding => finding.domain)),
      task_classes: unique(findings.flatMap(finding => finding.task_class ?? [])),
      patterns: unique(findings.flatMap(finding => finding.patterns)),
    };
  },
};

function versionEntry({ name, goal, task_classes, patterns, roles }: VersionValue): SearchEntry {
  return {
    names: [name],
    purpose: [goal],
    detail: roles.map(role => role.purpose),
    domains: unique(task_classes.map(task => task.split('.')[0]!)),
    task_classes,
    patterns,
  };
}

/** The steps of the first section, in which a pattern says how it is run. */
function firstSteps(root: Root): string[] {
  const list = root.children.find(node => node.type === 'list');
  return list ? list.children.map(item => textOf(item)) : [];
}

const unique = <Item>(items: readonly Item[]): Item[] => [...new Set(items)];

type Purposeful = readonly { purpose: string }[];

/** Fields as the schemas of the kinds left them: they were validated before. */
type PatternValue = {
  slug: string;
  aliases: string[];
  intent: string;
  use_when: string[];
  roles: Purposeful;
  domains: string[];
  situations?: SearchSituation[];
};
type VersionValue = {
  name: string;
  goal: string;
  task_classes: string[];
  patterns: string[];
  roles: Purposeful;
};
type DomainValue = {
  domain: string;
  tasks: { name: string; description: string }[];
  situations?: SearchSituation[];
};
type ResearchValue = { slug: string; findings: Finding[] };
