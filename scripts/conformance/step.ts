/** Steps of an agent that a trace shows as agents of their own, such as the nodes of the graph within it. */
import { type Declared, roleOf } from './declared.ts';
import type { Sent, Trace, Turn } from './trace.ts';

/** The same trace with all that steps did as the work of the role around them. A step that is a role stays a turn. */
export function withoutSteps(declared: Declared, trace: Trace): Trace {
  const isStep = ({ isStep, agent }: Turn) => isStep === true && roleOf(declared, agent) === undefined;
  if (!trace.turns.some(isStep)) return trace;
  const copies = new Map(trace.turns.map(turn => [turn, { ...turn }]));
  const actorOf = (turn: Turn): Turn => {
    const passed = new Set<Turn>();
    let at = turn;
    while (isStep(at) && at.from?.[0] && !passed.has(at)) {
      passed.add(at);
      at = at.from[0].turn;
    }
    return copies.get(at) ?? at;
  };
  for (const copy of copies.values())
    if (copy.from) copy.from = copy.from.map((sent): Sent => ({ ...sent, turn: actorOf(sent.turn) }));
  return {
    ...trace,
    turns: trace.turns.filter(turn => !isStep(turn)).map(turn => copies.get(turn)!),
    calls: trace.calls.map(call => ({ ...call, by: call.by && actorOf(call.by) })),
  };
}
