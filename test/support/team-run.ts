/** Runs of teams by a script in place of models, as the trace that they leave: one turn after the other, each message a turn. */
import { readTeam } from '../../build/page/program/team.ts';
import { edgeKindAttribute } from '../../scripts/runner/conformance/reader/otlp.ts';
import { boundedOf, type Walks, walk, waysOf } from '../../scripts/runner/conformance/way.ts';
import type { PlainTeam } from './team.ts';
import { Script } from './team-script.ts';

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const idOf = (turn: number): string => turn.toString(16).padStart(16, '0');
const most = 501;

/** Runs a team. @returns the lines of OTLP that its turns leave */
export function traceOf(team: PlainTeam, plan: 'tour' | 'round', number: number): string[] {
  const script = new Script(team, plan);
  const { entry_role: entry, edges, loops, budget } = readTeam(team.text, `/${team.file}`);
  const data = {
    ...{
      entry,
      edges: edges as Parameters<typeof waysOf>[0]['edges'],
      loops: loops.map(({ id, max_rounds: most }) => ({ id, most })),
    },
    bounds: budget.max_rounds === undefined ? {} : { rounds: budget.max_rounds },
  };
  const ways = waysOf(data);
  const bounded = boundedOf(ways);
  const traceId = number.toString(16).padStart(32, '0');
  const pending = [{ role: data.entry, from: 0, kind: '', walked: {} as Walks }];
  const lines: string[] = [];
  let isOver = false;
  for (let next = pending.shift(); next && lines.length < most; next = pending.shift()) {
    const { role, from, kind, walked } = next;
    const turn = lines.length + 1;
    const at = (milliseconds: number) => `${BigInt(1_700_000_000_000 + turn * 10 + milliseconds)}000000`;
    const links = from ? [{ traceId, spanId: idOf(from), attributes: [text(edgeKindAttribute, kind)] }] : [];
    const span = {
      ...{ traceId, spanId: idOf(turn), name: `invoke_agent ${role}`, kind: 1, links },
      ...{ startTimeUnixNano: at(0), endTimeUnixNano: at(5) },
      attributes: [text('gen_ai.operation.name', 'invoke_agent'), text('gen_ai.agent.name', role)],
    };
    lines.push(JSON.stringify({ resourceSpans: [{ resource: {}, scopeSpans: [{ spans: [span] }] }] }));
    const answer = script.turn(role, false);
    isOver ||= answer.stop !== null;
    for (const { to } of isOver ? [] : answer.messages) {
      const way = ways.find(each => each.from === role && each.name === to)!;
      const after = bounded.has(way) ? walk(data, way, walked) : walked;
      // A bound ends the run, as a stop does: those who were written to still act.
      if (typeof after === 'string') isOver = true;
      else pending.push({ role: way.to, from: turn, kind: way.edge.kind, walked: after });
    }
  }
  return lines;
}
