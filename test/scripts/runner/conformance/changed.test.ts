/** Runs of the catalog's own teams: each conforms however it is told, and each change that a formation forbids is found. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownToolNames, teamOf } from '../../../../scripts/runner/conformance/formation.ts';
import { checkLines, ruleOf } from '../../../support/conformance.ts';
import { randomFrom } from '../../../support/random.ts';
import { type PlainTeam, plainTeams } from '../../../support/team.ts';
import { traceOf } from '../../../support/team-run.ts';

type Link = { traceId: string; spanId: string; attributes: { value: { stringValue: string } }[] };
type Span = Record<'traceId' | 'spanId' | 'name' | 'startTimeUnixNano' | 'endTimeUnixNano', string> & {
  links: Link[];
};

const random = randomFrom(7);
const pick = <Item>(list: readonly Item[]): Item | undefined => list[Math.floor(random() * list.length)];
const roleIn = ({ name }: Span): string => name.replace('invoke_agent ', '');
const lineOf = (spans: Span[]): string => JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });

/** Whether an edge is declared, by a reading of its own: works reach whoever reviews or reads them. */
const isDeclared = ({ edges }: PlainTeam, from: string, kind: string, to: string): boolean =>
  edges.some(
    edge =>
      edge.kind === kind &&
      ((edge.from === from && edge.to === to && kind !== 'reads') ||
        (edge.from === to && edge.to === from && (kind === 'reviews' || kind === 'reads'))),
  );

const kinds = ['delegates', 'hands_off', 'reviews', 'reports', 'votes', 'reads'];
const linkTo = ({ traceId, spanId }: Span, kind: string) => ({
  traceId,
  spanId,
  attributes: [{ key: 'agent_topology.edge.kind', value: { stringValue: kind } }],
});

/** Changes of spans. Each returns the spans, or undefined where it does not fit a trace. */
const changes: Record<string, (spans: Span[], team: PlainTeam) => Span[] | undefined> = {
  undeclared_edge(spans, team) {
    const to = pick(spans.slice(1));
    if (!to) return undefined;
    const links = spans
      .slice(0, spans.indexOf(to))
      .flatMap(from =>
        kinds
          .filter(kind => !isDeclared(team, roleIn(from), kind, roleIn(to)))
          .map(kind => linkTo(from, kind)),
      );
    to.links.push(pick(links)!);
    return spans;
  },
  rounds(spans) {
    const last = spans.at(-1)!;
    const callers = new Set(spans.filter(each => roleIn(each) === roleIn(last)).map(({ spanId }) => spanId));
    const again = spans.find(({ links }) => links.some(({ spanId }) => callers.has(spanId)));
    if (!again) return undefined;
    const at = String(BigInt(last.endTimeUnixNano) + 1000n);
    const link = linkTo(last, again.links[0]!.attributes[0]!.value.stringValue);
    const times = { startTimeUnixNano: at, endTimeUnixNano: at };
    return [...spans, { ...again, ...times, spanId: 'f'.repeat(16), links: [link] }];
  },
  undeclared_tool(spans, team) {
    const by = pick(spans)!;
    const own = team.roles.find(({ id }) => id === roleIn(by))!.tools;
    const tool = pick([...ownToolNames().values()].flat().filter(each => !own.includes(each)))!;
    const call = { ...by, spanId: 'e'.repeat(16), parentSpanId: by.spanId, name: `execute_tool ${tool}` };
    return [...spans, { ...call, attributes: [], links: [] }];
  },
  order(spans) {
    const receiver = pick(spans.filter(({ links }) => links.length > 0));
    if (!receiver) return undefined;
    const sender = spans.find(({ spanId }) => spanId === receiver.links[0]!.spanId)!;
    receiver.startTimeUnixNano = String(BigInt(sender.startTimeUnixNano) - 5_000_000n);
    return spans;
  },
};

/** Tells spans in three files, in another order, in batches of other sizes, some of them twice. */
function retold(spans: readonly Span[]): string[][] {
  const files: string[][] = [[], [], []];
  const rest = spans.map(span => ({ span, at: random() })).sort((a, b) => a.at - b.at);
  while (rest.length > 0) {
    const line = lineOf(rest.splice(0, 1 + Math.floor(random() * 5)).map(({ span }) => span));
    pick(files)!.push(line, ...(random() < 0.1 ? [line] : []));
  }
  return files;
}

test('a run that was changed is found out, and no other', () => {
  for (const team of plainTeams('newest').slice(0, 8)) {
    const isLoop = team.loops !== undefined || team.budget.max_rounds !== undefined;
    for (const plan of isLoop ? (['tour', 'round'] as const) : (['tour'] as const)) {
      const told = traceOf(team, plan, 1);
      if (told.length > 500) continue;
      const spans = () =>
        told.flatMap(line => JSON.parse(line).resourceSpans[0].scopeSpans[0].spans as Span[]);
      const verdictOn = (of: Span[]) => checkLines(retold(of), {}, teamOf(team.text, team.file));
      assert.equal(verdictOn(spans()).verdict, 'conforms', `${team.name}, ${plan}`);
      for (const [rule, change] of Object.entries(changes)) {
        const changed = rule === 'rounds' && plan === 'tour' ? undefined : change(spans(), team);
        if (changed)
          assert.ok(ruleOf(verdictOn(changed)).includes(rule as never), `${team.name}, ${plan}, ${rule}`);
      }
    }
  }
});
