/** The meaning of a change for readers: findings that turned, defaults, sources, grades and rights that changed. Pure. */
import { compare as compareVersions } from 'semver';
import { grades } from '#document/kind/research-record.ts';

/** A page as far as its meaning goes. */
export interface ReadPage {
  path: string;
  kind: string;
  value: Record<string, unknown>;
  body: string;
}

type Pages = ReadonlyMap<string, ReadPage>;
type Fields = Record<string, unknown>;

/** Sentences for reviewers, the weightiest first. */
export function meaningOf(before: Pages, after: Pages): string[] {
  return [
    ...rights(before, after),
    ...pairs(before, after, 'research_record').flatMap(([then, now]) => recordChanges(then, now)),
    ...pairs(before, after, 'task').flatMap(([then, now]) => taskChanges(then, now)),
    ...[...after.values()].flatMap(now => sourceChanges(before.get(now.path), now)),
    ...[...before.values()]
      .filter(({ kind, path }) => kind === 'research_record' && !after.has(path))
      .map(lost),
  ];
}

const lost = ({ value }: ReadPage): string =>
  `record ${text(value.slug)} removed, with ${list(value.findings).length} findings`;

/** The pages of a kind that are on both sides. */
const pairs = (before: Pages, after: Pages, kind: string): [ReadPage, ReadPage][] =>
  [...after.values()].flatMap(now => {
    const then = before.get(now.path);
    return now.kind === kind && then ? [[then, now] as [ReadPage, ReadPage]] : [];
  });

const list = (value: unknown): Fields[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (value === undefined ? 'none' : String(value));

function recordChanges({ value: then }: ReadPage, { value: now }: ReadPage): string[] {
  const record = text(now.slug);
  const known = new Map(list(then.findings).map(each => [each.id, each]));
  const present = new Set(list(now.findings).map(({ id }) => id));
  const citation = (value: Fields) => text((value.citation as Fields | undefined)?.url);
  return [
    ...(citation(then) === citation(now)
      ? []
      : [`source of record ${record} replaced: ${citation(then)} → ${citation(now)}`]),
    ...gradeChange(`record ${record}`, then.grade, now.grade),
    ...[...known.keys()].filter(id => !present.has(id)).map(id => `finding ${id} of ${record} removed`),
    ...list(now.findings).flatMap(finding => findingChanges(record, known.get(finding.id), finding)),
  ];
}

function findingChanges(record: string, then: Fields | undefined, now: Fields): string[] {
  const called = `finding ${now.id} of ${record}`;
  if (!then) return [`${called} added: ${now.direction} ${list(now.patterns).join(', ')}`];
  const turned =
    then.direction === now.direction ? [] : [`${called} turned from ${then.direction} to ${now.direction}`];
  const stated = [
    'claim',
    'metric',
    'baseline',
    'result',
    'conditions',
    'limits',
    'quote',
    'superseded_by',
    'domain',
    'task_class',
  ]
    .filter(field => text(then[field]) !== text(now[field]))
    .map(field => `${field} of ${called} changed from “${text(then[field])}” to “${text(now[field])}”`);
  const [formerly, present] = [then, now].map(({ patterns }) => list(patterns).join(', '));
  const moved = formerly === present ? [] : [`${called} is now about ${present}, before about ${formerly}`];
  return [...turned, ...gradeChange(called, then.grade, now.grade), ...moved, ...stated];
}

function gradeChange(called: string, then: unknown, now: unknown): string[] {
  if (then === now) return [];
  const [was, is] = [then, now].map(grade => (grades as readonly unknown[]).indexOf(grade));
  // A finding without a grade has that of its record.
  const how = was === -1 || is === -1 ? 'changed' : is! > was! ? 'lowered' : 'raised';
  return [`grade of ${called} ${how} from ${text(then)} to ${text(now)}`];
}

function taskChanges({ value: then }: ReadPage, { value: now }: ReadPage): string[] {
  return ['default', 'confidence', 'control', 'starter']
    .filter(field => text(then[field]) !== text(now[field]))
    .map(
      field => `${field} of ${text(now.task_class)} changed from ${text(then[field])} to ${text(now[field])}`,
    );
}

const recordLink = /\]\(\/research\/([a-z0-9-]+)\.md[^)]*\)/g;

/** The records that each paragraph or item cites, by its words without the links. */
function citedBy(body: string): Map<string, string> {
  const parts = body.split(/\n(?=\s*(?:[-*]|\d+\.) )|\n\n/);
  return new Map(
    parts.flatMap(part => {
      const records = [...part.matchAll(recordLink)].map(match => match[1]!);
      const words = part
        .replaceAll(/\[[^\]]*\]\([^)]*\)/g, '')
        .replaceAll(/[\s()]+/g, ' ')
        .replace(/^ ?(?:[-*]|\d+\.) /, '')
        .replaceAll(/ ([.,;:])/g, '$1')
        .trim();
      return words === '' ? [] : [[words, records.join(', ')] as const];
    }),
  );
}

const maxWords = 90;

function sourceChanges(then: ReadPage | undefined, now: ReadPage): string[] {
  if (!then || !authored.has(now.kind)) return [];
  const known = citedBy(then.body);
  return [...citedBy(now.body)].flatMap(([words, records]) => {
    const former = known.get(words);
    if (former === undefined || former === records) return [];
    const claim = words.length > maxWords ? `${words.slice(0, maxWords)}…` : words;
    const how =
      records === ''
        ? `removed: ${former}`
        : former === ''
          ? `added: ${records}`
          : `replaced: ${former} → ${records}`;
    return [`source of claim “${claim}” in ${now.path} ${how}`];
  });
}

const authored = new Set(['pattern', 'domain', 'doc', 'guide', 'contract', 'research_record']);

/** Access beyond reading, as the tool vocabulary names it. */
const weighty = new Set(['write', 'execute', 'network', 'person']);

const accessIn = (pages: Pages): Map<unknown, string> =>
  new Map(list(pages.get('/tools.md')?.value.tools).map(({ id, access }) => [id, String(access)]));

/** Roles of new versions that may do more than those of the version before, and tools that reach further. */
function rights(before: Pages, after: Pages): string[] {
  const [formerly, access] = [accessIn(before), accessIn(after)];
  const wider = [...access]
    .filter(([id, now]) => formerly.has(id) && formerly.get(id) !== now)
    .map(([id, now]) => `tool ${id} changed from ${formerly.get(id)} to ${now} access`);
  const added = [...after.values()].filter(
    ({ kind, path }) => (kind === 'starter' || kind === 'formation') && !before.has(path),
  );
  return [...wider, ...added.flatMap(now => gained(previous(now, after), now, access))];
}

/** The version before one, of the same name. */
function previous({ path, value }: ReadPage, pages: Pages): ReadPage | undefined {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const earlier = [...pages.values()].filter(
    each =>
      each.path.startsWith(folder) && compareVersions(text(each.value.version), text(value.version)) < 0,
  );
  return earlier.sort((a, b) => compareVersions(text(a.value.version), text(b.value.version))).at(-1);
}

function gained(then: ReadPage | undefined, now: ReadPage, access: ReadonlyMap<unknown, string>): string[] {
  const former = new Map(list(then?.value.roles).map(role => [role.id, list(role.tools) as unknown[]]));
  return list(now.value.roles).flatMap(({ id, tools }) => {
    const known = former.get(id);
    const added = (list(tools) as unknown[]).filter(
      tool => weighty.has(access.get(tool) ?? '') && !known?.includes(tool),
    );
    const kinds = [...new Set(added.map(tool => access.get(tool)))].join(' and ');
    if (added.length === 0) return [];
    const how = !then ? 'has' : known ? 'gained' : 'is new and has';
    return [`role ${id} of ${now.path} ${how} ${kinds} access (${added.join(', ')})`];
  });
}
