/** Traces of runs, changed in ways that a check must find, and in ways that change nothing. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from '../../scripts/runner/conformance/check.ts';
import { declaredBy } from '../../scripts/runner/conformance/declared.ts';
import { ownToolNames, teamOf } from '../../scripts/runner/conformance/formation.ts';
import { readTraces } from '../../scripts/runner/conformance/read.ts';
import type { Verdict } from '../../scripts/runner/conformance/verdict.ts';
import { type PlainTeam, plainTeams } from '../support/team.ts';
import { traceOf } from '../support/team-run.ts';
import { type Campaign, randomFrom } from './campaign.ts';

interface Link {
  traceId: string;
  spanId: string;
  attributes: { key: string; value: { stringValue: string } }[];
}

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, string> }[];
  links: Link[];
}

interface Base {
  team: PlainTeam;
  plan: 'tour' | 'round';
  lines: string[];
}

type Random = () => number;
const pick = <Item>(list: readonly Item[], random: Random): Item | undefined =>
  list[Math.floor(random() * list.length)];

const roleIn = ({ name }: Span): string => name.replace('invoke_agent ', '');
const kindOf = ({ attributes }: Link): string => attributes[0]?.value.stringValue ?? '';

/** Whether an edge is declared, by a reading of its own: works reach whoever reviews or reads them. */
function isDeclared({ edges }: PlainTeam, from: string, kind: string, to: string): boolean {
  const reaches = ({ kind }: { kind: string }) => kind === 'reviews' || kind === 'reads';
  return edges.some(
    edge =>
      edge.kind === kind &&
      ((edge.from === from && edge.to === to && kind !== 'reads') ||
        (edge.from === to && edge.to === from && reaches(edge))),
  );
}

const kinds = ['delegates', 'hands_off', 'reviews', 'reports', 'votes', 'reads'];
const linkTo = ({ traceId, spanId }: Span, kind: string): Link => ({
  traceId,
  spanId,
  attributes: [{ key: 'agent_topology.edge.kind', value: { stringValue: kind } }],
});

/** Changes spans in place. Returns the rules of which one must be told; undefined: it does not fit this trace. */
type Mutation = (spans: Span[], base: Base, random: Random) => string[] | undefined;

const mutations: Record<string, Mutation> = {
  undeclared_edge(spans, { team }, random) {
    const to = pick(spans.slice(1), random);
    if (!to) return undefined;
    const earlier = spans.slice(0, spans.indexOf(to));
    const candidates = earlier.flatMap(from =>
      kinds.filter(kind => !isDeclared(team, roleIn(from), kind, roleIn(to))).map(kind => ({ from, kind })),
    );
    const chosen = pick(candidates, random);
    if (!chosen) return undefined;
    const link = linkTo(chosen.from, chosen.kind);
    if (random() < 0.5) to.links.push(link);
    else to.links.splice(Math.floor(random() * to.links.length), 1, link);
    return ['undeclared_edge'];
  },
  missing_role(spans, _, random) {
    const passed = new Set(spans.flatMap(({ links }) => links.map(({ spanId }) => spanId)));
    const gone = pick(
      spans.filter(({ spanId }) => passed.has(spanId)),
      random,
    );
    if (!gone) return undefined;
    const role = roleIn(gone);
    if (spans.every(span => roleIn(span) === role)) return undefined;
    spans.splice(0, spans.length, ...spans.filter(span => roleIn(span) !== role));
    return ['cannot_tell', 'entry_role', 'nobody_called', 'undeclared_edge'];
  },
  rounds(spans, { team, plan }) {
    const last = spans.at(-1)!;
    if (plan !== 'round') return undefined;
    const before = spans.find(span =>
      span.links.some(({ spanId }) =>
        spans.some(each => each.spanId === spanId && roleIn(each) === roleIn(last)),
      ),
    );
    const link = before?.links[0];
    if (!before || !link || team.edges.length === 0) return undefined;
    const start = String(BigInt(last.endTimeUnixNano) + 1000n);
    const id = 'ffffffffffffffff';
    spans.push({
      ...before,
      spanId: id,
      startTimeUnixNano: start,
      endTimeUnixNano: start,
      links: [linkTo(last, kindOf(link))],
    });
    return ['rounds'];
  },
  undeclared_tool(spans, { team }, random) {
    const span = pick(spans, random)!;
    const own = team.roles.find(({ id }) => id === roleIn(span))!.tools;
    const tool = pick(
      [...ownToolNames().values()].flat().filter(each => !own.includes(each)),
      random,
    )!;
    const { links: _, ...rest } = span;
    spans.push({
      ...rest,
      spanId: 'eeeeeeeeeeeeeeee',
      parentSpanId: span.spanId,
      name: `execute_tool ${tool}`,
      attributes: [],
      links: [],
    });
    return ['undeclared_tool'];
  },
  wrong_order(spans, _, random) {
    const receiver = pick(
      spans.filter(({ links }) => links.length > 0),
      random,
    );
    if (!receiver) return undefined;
    const sender = spans.find(({ spanId }) => spanId === receiver.links[0]!.spanId)!;
    receiver.startTimeUnixNano = String(BigInt(sender.startTimeUnixNano) - 5_000_000n);
    return ['order'];
  },
  swapped_names(spans, { team }, random) {
    const [a, b] = [pick(team.roles, random)!.id, pick(team.roles, random)!.id];
    const other: Record<string, string> = { [a]: b, [b]: a };
    for (const span of spans) {
      const role = other[roleIn(span)] ?? roleIn(span);
      span.name = `invoke_agent ${role}`;
      for (const each of span.attributes) if (each.key === 'gen_ai.agent.name') each.value.stringValue = role;
    }
    const byId = new Map(spans.map(span => [span.spanId, span]));
    const isWrong = spans.some(span =>
      span.links.some(link => !isDeclared(team, roleIn(byId.get(link.spanId)!), kindOf(link), roleIn(span))),
    );
    if (isWrong) return ['undeclared_edge'];
    return roleIn(spans[0]!) === team.entry_role ? undefined : ['entry_role'];
  },
};

const lineOf = (spans: Span[]): string =>
  JSON.stringify({ resourceSpans: [{ resource: {}, scopeSpans: [{ spans }] }] });
const spansIn = (lines: readonly string[]): Span[] =>
  lines.flatMap(line => JSON.parse(line).resourceSpans[0].scopeSpans[0].spans as Span[]);

function shuffled<Item>(list: readonly Item[], random: Random): Item[] {
  return list
    .map(item => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** The same trace in other words: other ids, another order, batches of other sizes, some sent twice, in several files. */
function retold(spans: readonly Span[], random: Random): string[][] {
  const ids = new Map<string, string>();
  const idOf = (id: string) => {
    if (!ids.has(id))
      ids.set(
        id,
        Math.floor(random() * 2 ** 52)
          .toString(16)
          .padStart(16, '0'),
      );
    return ids.get(id)!;
  };
  const other = structuredClone(spans) as Span[];
  for (const span of other) {
    span.spanId = idOf(span.spanId);
    if (span.parentSpanId) span.parentSpanId = idOf(span.parentSpanId);
    for (const link of span.links ?? []) link.spanId = idOf(link.spanId);
  }
  const files: string[][] = [[], [], []];
  const rest = shuffled(other, random);
  while (rest.length > 0) {
    const line = lineOf(rest.splice(0, 1 + Math.floor(random() * 5)));
    const file = pick(files, random)!;
    file.push(line);
    if (random() < 0.1) file.push(line);
  }
  return files.filter(lines => lines.length > 0);
}

async function bases(count: number, say: (text: string) => void): Promise<Base[]> {
  const made: Base[] = [];
  for (const team of plainTeams('newest').slice(0, count)) {
    say(`runs of ${team.name}`);
    // Only a team with a loop can go round.
    const plans = team.loops || team.budget.max_rounds ? (['tour', 'round'] as const) : (['tour'] as const);
    for (const plan of plans) made.push({ team, plan, lines: traceOf(team, plan, made.length + 1) });
  }
  return made.filter(({ lines }) => lines.length <= 500);
}

async function verdictOn(
  { team }: Base,
  files: readonly (readonly string[])[],
  folder: string,
): Promise<Verdict> {
  const paths = files.map((lines, at) => {
    const path = join(folder, `${at}.jsonl`);
    writeFileSync(path, `${lines.join('\n')}\n`);
    return path;
  });
  const traces = readTraces(paths);
  assert.equal(traces.length, 1);
  return check(declaredBy(teamOf(team.text, team.file), ownToolNames()), traces[0]!);
}

export const campaign: Campaign = {
  description: 'changed traces of runs: every undeclared edge is found, and nothing else',
  rounds: 1000,
  goals: { undeclared_edges_missed: 0, false_alarms: 0, other_changes_missed: 0 },
  async run({ seed, rounds, say }) {
    const random = randomFrom(seed);
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    const counts: Record<string, number> = {
      undeclared_edges_missed: 0,
      false_alarms: 0,
      other_changes_missed: 0,
    };
    const add = (name: string) => {
      counts[name] = (counts[name] ?? 0) + 1;
    };
    const all = await bases(Math.max(3, Math.ceil(rounds / 25)), say);
    try {
      for (let round = 0; round < rounds; ) {
        const base = pick(all, random)!;
        const [name, mutate] = pick(Object.entries(mutations), random)!;
        const spans = spansIn(base.lines);
        const expected = mutate(spans, base, random);
        if (!expected) continue;
        round += 1;
        say(`trace ${round} of ${rounds}`);
        add(name);
        const { deviations, verdict } = await verdictOn(base, retold(spans, random), folder);
        const isFound = deviations.some(({ rule }) => expected.includes(rule)) || expected.includes(verdict);
        if (!isFound)
          add(expected[0] === 'undeclared_edge' ? 'undeclared_edges_missed' : 'other_changes_missed');
        const plain = await verdictOn(base, retold(spansIn(base.lines), random), folder);
        if (plain.verdict !== 'conforms') add('false_alarms');
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return counts;
  },
};
