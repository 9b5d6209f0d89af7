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
  checkAgents(declared, acts, deviations);
  checkTokens(declared, trace, deviations);
  checkTime(declared, trace, acts, deviations);
}

/** How many act at once, in each role and in all. Nothing is said where turns have several clocks. */
function checkAgents({ team, most }: Declared, acts: readonly Act[], deviations: Deviation[]): void {
  if (new Set(acts.map(({ turn }) => turn.clock)).size > 1) return;
  const order = new Map(acts.map((act, at) => [act, at]));
  const ends = [...acts].sort((a, b) => a.turn.end - b.turn.end || order.get(a)! - order.get(b)!);
  const active = new Map<string, number>();
  let all = 0;
  let ended = 0;
  const isTold = new Set<string>();
  for (const act of acts) {
    const { turn, role } = act;
    const isOver = (other: Act | undefined): other is Act =>
      other !== undefined && other.turn.end <= turn.start && order.get(other)! < order.get(act)!;
    for (let next = ends[ended]; isOver(next); next = ends[ended]) {
      active.set(next.role, active.get(next.role)! - 1);
      all -= 1;
      ended += 1;
    }
    const own = (active.get(role) ?? 0) + 1;
    active.set(role, own);
    all += 1;
    const tell = (what: string, seen: string, declared: string) => {
      if (!isTold.has(what)) deviations.push({ rule: 'agents', place: turn.place, seen, declared });
      isTold.add(what);
    };
    if (own > most.get(role)!) tell(role, `${own} act as \`${role}\` at once`, `at most ${most.get(role)}`);
    if (all > team.budget.max_agents)
      tell('', `${all} agents act at once`, `\`max_agents\` ${team.budget.max_agents}`);
  }
}

/** Nothing is begun once the tokens are spent; what was begun before may still exceed them, since nobody knows its cost. */
function checkTokens({ team }: Declared, trace: Trace, deviations: Deviation[]): void {
  for (const part of ['input', 'output'] as const) {
    const most = team.budget[`${part}_tokens`];
    const tell = (place: string, seen: string) =>
      deviations.push({ rule: 'tokens', place, seen, declared: `\`${part}_tokens\` ${most}` });
    const total = trace.total?.[part] ?? 0;
    if (total > most) tell(trace.name, `${total} ${part} tokens`);
    const before = trace.usage.length > 0 && spentAtLastStart(trace.usage, part);
    if (before && before >= most) tell(trace.name, `more is begun when ${before} ${part} tokens are spent`);
  }
}

function spentAtLastStart(usage: readonly Usage[], part: 'input' | 'output'): number {
  const last = usage.reduce((latest, { start }) => Math.max(latest, start), Number.NEGATIVE_INFINITY);
  return usage.reduce((sum, each) => (each.end <= last && each.start < last ? sum + each[part] : sum), 0);
}

function checkTime({ team }: Declared, trace: Trace, acts: readonly Act[], deviations: Deviation[]): void {
  const most = team.budget.elapsed_milliseconds;
  const tell = (place: string, seen: string) =>
    deviations.push({ rule: 'time', place, seen, declared: `\`elapsed_milliseconds\` ${most}` });
  if (trace.milliseconds !== undefined) {
    if (trace.milliseconds > most) tell(trace.name, `it takes ${trace.milliseconds} ms`);
    return;
  }
  const [first] = acts.filter(({ turn }) => turn.clock !== 'lines');
  if (!first) return;
  const late = acts.find(({ turn }) => turn.start - first.turn.start > most);
  if (late)
    tell(
      late.turn.place,
      `\`${late.role}\` begins after ${Math.round(late.turn.start - first.turn.start)} ms`,
    );
}
