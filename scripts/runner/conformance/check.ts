/** Checks whether a run followed its team, by comparing a trace with the declarations of the formation. Has no side effects. */

import { checkBounds } from './bounds.ts';
import { type Declared, isTeam, roleOf, toolsOf } from './declared.ts';
import { checkMessages } from './messages.ts';
import { session, type Trace } from './trace.ts';
import { type Act, Findings, type Verdict } from './verdict.ts';
import type { Way } from './way.ts';

/** Checks the trace of one run against its formation, and returns the verdict with every deviation. */
export function check(declared: Declared, trace: Trace): Verdict {
  const { team } = declared;
  const found = new Findings(trace.unclear);
  const acts = actsOf(declared, trace, found);
  const { messages, isAtBound } = checkMessages(declared, acts, found);
  checkTools(declared, trace, acts, found);
  checkBounds(declared, trace, acts, found);
  const isEmpty = acts.length === 0 && trace.calls.length === 0 && trace.usage.length === 0 && !trace.total;
  if (isEmpty && found.deviations.length === 0)
    found.cannotTell(trace.name, 'No agent of the team acts in it.');
  const seen = new Set(acts.map(({ role }) => role));
  if (isWhole(trace, found) && !isEmpty && !isAtBound) checkAbsent(declared, trace.name, seen, found);
  const { deviations, unclear } = found;
  const total = trace.total ?? sumOf(trace.usage);
  return {
    run: trace.name,
    verdict: deviations.length > 0 ? 'deviates' : unclear.length > 0 ? 'cannot_tell' : 'conforms',
    counts: {
      turns: acts.length,
      messages,
      tools: trace.calls.length,
      input_tokens: total.input,
      output_tokens: total.output,
    },
    deviations,
    unclear,
    not_seen: team.roles.map(({ id }) => id).filter(id => !seen.has(id)),
  };
}

const sumOf = (usage: Trace['usage']): { input: number; output: number } => ({
  input: usage.reduce((sum, each) => sum + each.input, 0),
  output: usage.reduce((sum, each) => sum + each.output, 0),
});

/** Tells whether a trace shows all of a finished run. In any other trace, a role that is not seen may still have acted. */
const isWhole = ({ turns, ended }: Trace, { unclear }: Findings): boolean =>
  unclear.length === 0 && ended?.error === undefined && !turns.some(({ isCut }) => isCut);

/**
 * Notes the roles that work always reaches but that never act. A role that is reached only by an edge with a condition may be
 * idle, and programs and persons are rarely in traces.
 */
function checkAbsent(
  { team, waysTo }: Declared,
  place: string,
  seen: ReadonlySet<string>,
  found: Findings,
): void {
  const isAlways = ({ edge }: Way) =>
    team.edges.some(
      ({ from, to, kind, when }) =>
        when === undefined && from === edge.from && to === edge.to && kind === edge.kind,
    );
  const reached = new Set([team.entry_role]);
  for (const from of reached)
    for (const [to, ways] of waysTo)
      if (ways.some(way => way.from === from && isAlways(way))) reached.add(to);
  for (const { id, performer } of team.roles)
    if (performer === 'model' && reached.has(id) && !seen.has(id))
      found.deviates('never_acts', place, `\`${id}\` never acts`, 'it as a role that work always reaches');
}

/**
 * Returns the turns of roles in order of time. Among turns that begin at the same time, those of which the trace does not say who
 * gave them work come first. Notes agents that are no role of the team.
 */
function actsOf(declared: Declared, trace: Trace, found: Findings): Act[] {
  const { team } = declared;
  const agents = trace.turns.filter(({ agent }) => agent !== session && !isTeam(declared, agent));
  // A team of one may be run without a subagent; any other session only carries messages.
  const isSolo = team.roles.length === 1 && !agents.some(({ agent }) => roleOf(declared, agent));
  const roles = team.roles.map(({ id }) => id).join(', ');
  const acts: Act[] = [];
  for (const turn of trace.turns) {
    const role = isSolo && turn.agent === session ? team.entry_role : roleOf(declared, turn.agent);
    if (role !== undefined) acts.push({ turn, role });
    else if (agents.includes(turn))
      found.deviates('undeclared_role', turn.place, `an agent \`${turn.agent}\``, `the roles ${roles}`);
  }
  const isGiven = ({ turn }: Act) => Number(turn.from !== undefined);
  return acts.sort((a, b) => a.turn.start - b.turn.start || isGiven(a) - isGiven(b));
}

/** Checks that every tool that a role called is one of its own. */
function checkTools(declared: Declared, trace: Trace, acts: readonly Act[], found: Findings): void {
  const roles = new Map(acts.map(({ turn, role }) => [turn, role]));
  const asked = new Set<string>();
  for (const { tool, by, place } of trace.calls) {
    const role = by && declared.team.roles.find(({ id }) => id === roles.get(by));
    if (!role || roleOf(declared, tool) !== undefined) continue;
    const meant = toolsOf(declared, tool);
    if (meant.some(each => role.tools.includes(each))) continue;
    if (meant.length === 0 && role.tools.length > 0) {
      const what = `\`${role.id}\` calls \`${tool}\`. Say which tool that is: --name '${tool}=TOOL'.`;
      if (!asked.has(tool)) found.cannotTell(place, what);
      asked.add(tool);
      continue;
    }
    const own = role.tools.length > 0 ? `its tools ${role.tools.join(', ')}` : 'no tools for it';
    found.deviates('undeclared_tool', place, `\`${role.id}\` calls \`${tool}\``, own);
  }
  const strays = trace.calls.filter(({ by }) => !by || (by.agent !== session && isTeam(declared, by.agent)));
  const [first] = strays;
  if (!first) return;
  const others = strays.length === 1 ? '' : `, and ${strays.length - 1} more,`;
  const what = `\`${first.tool}\`${others} is called within no role, so nobody can tell whose tool that is.`;
  found.cannotTell(first.place, what);
}
