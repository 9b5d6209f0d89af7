/** Whether a run kept to what its formation may spend: agents at once, tokens, time. */
import type { Declared } from './declared.ts';
import type { Trace, Usage } from './trace.ts';
import type { Act, Deviation } from './verdict.ts';

export function checkBounds(
  declared: Declared,
  trace: Trace,
  acts: readonly Act[],
  deviations: Deviation[],
): void {
  const { budget } = declared.team;
  const tell = (rule: Deviation['rule'], place: string, seen: string, declared: string) =>
    deviations.push({ rule, place, seen, declared });
  checkAgents(declared, acts, (place, seen, declared) => tell('agents', place, seen, declared));
  for (const part of ['input', 'output'] as const) {
    const most = budget[`${part}_tokens`];
    const bound = `\`${part}_tokens\` ${most}`;
    const total = trace.total?.[part] ?? 0;
    if (total > most) tell('tokens', trace.name, `${total} ${part} tokens`, bound);
    // Nothing is begun once the tokens are spent; what was begun before may exceed them, since nobody knows its cost.
    const before = spentAtLastStart(trace.usage, part);
    if (before > 0 && before >= most)
      tell('tokens', trace.name, `more is begun when ${before} ${part} tokens are spent`, bound);
  }
  const most = budget.elapsed_milliseconds;
  const bound = `\`elapsed_milliseconds\` ${most}`;
  if (trace.milliseconds !== undefined) {
    if (trace.milliseconds > most) tell('time', trace.name, `it takes ${trace.milliseconds} ms`, bound);
    return;
  }
  const timed = acts.filter(({ turn }) => turn.clock !== 'lines');
  const after = ({ turn }: Act) => turn.start - timed[0]!.turn.start;
  const late = timed.find(act => after(act) > most);
  if (late)
    tell('time', late.turn.place, `\`${late.role}\` begins after ${Math.round(after(late))} ms`, bound);
}

/** Looks at how many act at once, in each role and in all. Nothing is said where turns have several clocks. */
function checkAgents(
  { team, most }: Declared,
  acts: readonly Act[],
  tell: (place: string, seen: string, declared: string) => void,
): void {
  if (new Set(acts.map(({ turn }) => turn.clock)).size > 1) return;
  const told = new Set<string>();
  let active: Act[] = [];
  for (const act of acts) {
    const { turn, role } = act;
    active = [...active.filter(other => other.turn.end > turn.start), act];
    const check = (what: string, count: number, bound: number, seen: string, declared: string) => {
      if (count > bound && !told.has(what)) tell(turn.place, `${count} ${seen} at once`, declared);
      if (count > bound) told.add(what);
    };
    const own = active.filter(other => other.role === role).length;
    check(role, own, most.get(role)!, `act as \`${role}\``, `at most ${most.get(role)}`);
    const all = team.budget.max_agents;
    check('', active.length, all, 'agents act', `\`max_agents\` ${all}`);
  }
}

function spentAtLastStart(usage: readonly Usage[], part: 'input' | 'output'): number {
  const last = usage.reduce((latest, { start }) => Math.max(latest, start), Number.NEGATIVE_INFINITY);
  return usage.reduce((sum, each) => (each.end <= last && each.start < last ? sum + each[part] : sum), 0);
}
