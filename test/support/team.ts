/** Teams read a second time, by another parser and without the code of the exports, to compare both readings. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare } from 'semver';
import { parse } from 'yaml';
import type { Tools } from '../../build/page/export/tool.ts';

export interface PlainTeam {
  /** Its path in the content. */
  file: string;
  text: string;
  name: string;
  version: string;
  publisher?: string;
  entry_role: string;
  roles: PlainRole[];
  edges: PlainEdge[];
  loops?: { id: string; max_rounds: number; until: string }[];
  artifacts?: { id: string; headings?: string[]; json_schema?: Record<string, unknown> }[];
  outputs?: { artifact: string }[];
  budget: Record<string, number>;
  calls?: number;
  stop_conditions: string[];
}

interface PlainRole {
  id: string;
  model_tier: string;
  performed_by?: string;
  count?: { min: number; max?: number; each?: string };
  interface?: { operation?: object };
  tools: string[];
  reads: string[];
  writes: string[];
}

export interface PlainEdge {
  from: string;
  to: string;
  kind: string;
  when?: string;
  order?: number;
  loop?: string;
}

const content = join(import.meta.dirname, '../../content');

const [, vocabulary = ''] = readFileSync(join(content, 'tools.md'), 'utf8').split('---\n');

/** The tools of the catalog, by id. */
export const tools = new Map(
  (parse(vocabulary).tools as { id: string }[]).map(tool => [tool.id, tool]),
) as unknown as Tools;

function readPlainTeam(file: string, text: string): PlainTeam {
  const [, front = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
  return { ...parse(front), file, text };
}

/** Who performs a role: in older documents the first word of its section says so. */
export function performerOf({ text }: PlainTeam, role: PlainRole): string {
  if (role.performed_by) return role.performed_by;
  if (role.model_tier !== 'none') return 'model';
  const section = text.split(`\n### ${role.id}\n`)[1]?.trim() ?? '';
  return section.startsWith('Person') ? 'person' : 'program';
}

/** Whether the record of changes of a version ends with its being for no new use. */
function isDeprecated(file: string): boolean {
  const record = join(content, 'trust/statuses', file);
  return (
    existsSync(record) && readFileSync(record, 'utf8').split('- status: ').at(-1)!.startsWith('deprecated')
  );
}

/** Every version of every team in the content, or the newest of each that is in use. */
export function plainTeams(which: 'all' | 'newest'): PlainTeam[] {
  const files = readdirSync(content, { recursive: true, encoding: 'utf8' })
    .filter(name => /^(?:starters|formations)\/.*\/\d[^/]*\.md$/.test(name))
    .sort();
  const teams = files.map(file => readPlainTeam(file, readFileSync(join(content, file), 'utf8')));
  if (which === 'all') return teams;
  const newest = new Map<string, PlainTeam>();
  for (const team of teams) {
    const known = newest.get(team.name);
    if (!known || compare(team.version, known.version) > 0) newest.set(team.name, team);
  }
  return [...newest.values()].filter(({ file }) => !isDeprecated(file));
}
