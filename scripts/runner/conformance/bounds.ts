/** Checks whether a run kept the bounds of its formation: on agents at once, tokens and time. */
import type { Declared } from './declared.ts';
import type { Trace, Usage } from './trace.ts';
import type { Act, Findings } from './verdict.ts';

export function checkBounds(declared: Declared, trace: Trace, acts: readonly Act[], found: Findings): void {
  const { budget } = declared.team;
  checkAgents(declared, acts, found);
  for (const part of ['input', 'output'] as const) {
    const most = budget[`${part}_tokens`];
    const tell = (seen: string) => found.deviates('tokens', trace.name, seen, `\`${part}_tokens\` ${most}`);
    const total = trace.total?.[part] ?? 0;
    if (total > most) tell(`${total} ${part} tokens`);
    // Nothing is begun once the tokens are spent; what was begun before may exceed them, since nobody knows its cost.
    const before = spentAtLastStart(trace.usage, part);
    if (before > 0 && before >= most) tell(`more is begun when ${before} ${part} tokens are spent`);
  }
  const most = budget.elapsed_milliseconds;
  const tell = (place: string, seen: string) =>
    found.deviates('time', place, seen, `\`elapsed_milliseconds\` ${most}`);
  if (trace.milliseconds !== undefined) {
    if (trace.milliseconds > most) tell(trace.name, `it takes ${trace.milliseconds} ms`);
    return;
  }
  const timed = acts.filter(({ turn }) => turn.clock !== 'lines');
  const after = ({ turn }: Act) => turn.start - timed[0]!.turn.start;
  const late = timed.find(act => after(act) > most);
  if (late) tell(late.turn.place, `\`${late.role}\` begins after ${Math.round(after(late))} ms`);
}

/** Checks how many agents act at once, in each role and in all. Makes no finding if the turns have several clocks. */
function checkAgents({ team, most }: Declared, acts: readonly Act[], found: Findings): void {
  if (new Set(acts.map(({ turn }) => turn.clock)).size > 1) return;
  const told = new Set<string>();
  let active: Act[] = [];
  for (const act of acts) {
    const { turn, role } = act;
    active = [...active.filter(other => other.turn.end > turn.start), act];
    const tell = (what: string, seen: string, declared: string) => {
      if (!told.has(what)) found.deviates('agents', turn.place, `${seen} at once`, declared);
      told.add(what);
    };
    const own = active.filter(other => other.role === role).length;
    const bound = most.get(role)!;
    if (own > bound) tell(role, `${own} act as \`${role}\``, `at most ${bound}`);
    const all = team.budget.max_agents;
    if (active.length > all) tell('', `${active.length} agents act`, `\`max_agents\` ${all}`);
  }
}

function spentAtLastStart(usage: readonly Usage[], part: 'input' | 'output'): number {
  const last = usage.reduce((latest, { start }) => Math.max(latest, start), Number.NEGATIVE_INFINITY);
  return usage.reduce((sum, each) => (each.end <= last && each.start < last ? sum + each[part] : sum), 0);
}
