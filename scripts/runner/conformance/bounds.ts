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
  const isTold = new Set<string>();
  let active: Act[] = [];
  for (const act of acts) {
    const { turn, role } = act;
    active = [...active.filter(other => other.turn.end > turn.start), act];
    const own = active.filter(other => other.role === role).length;
    const tell = (what: string, seen: string, declared: string) => {
      if (!isTold.has(what)) deviations.push({ rule: 'agents', place: turn.place, seen, declared });
      isTold.add(what);
    };
    if (own > most.get(role)!) tell(role, `${own} act as \`${role}\` at once`, `at most ${most.get(role)}`);
    if (active.length > team.budget.max_agents)
      tell('', `${active.length} agents act at once`, `\`max_agents\` ${team.budget.max_agents}`);
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
