/** Checks the messages of a run: each goes along a declared edge, in time, and no more often than its loop allows. */

import { groupBy } from '#document/text/group.ts';
import { type Declared, isTeam } from './declared.ts';
import { type Sent, session, type Turn } from './trace.ts';
import type { Act, Findings } from './verdict.ts';
import { mostWalks, type Walks, type Way, walk } from './way.ts';

/**
 * Checks all messages. Returns how many there were, and whether some loop took all the rounds that it may, which may have ended
 * the run.
 */
export function checkMessages(
  declared: Declared,
  acts: readonly Act[],
  found: Findings,
): { messages: number; isAtBound: boolean } {
  const state: State = {
    declared,
    found,
    roles: new Map(acts.map(({ turn, role }) => [turn, role])),
    known: new Map(),
    acted: new Set(),
    beginning: new Map(
      [...groupBy(acts, ({ turn }) => turn.start)].map(([at, begun]) => [
        at,
        new Set(begun.map(({ role }) => role)),
      ]),
    ),
    hidden: hiddenIn(declared, acts),
  };
  // A role that only carries messages, such as the session or the team as a whole, has given no work.
  const carries = ({ agent }: Turn) => agent === session || isTeam(declared, agent);
  let messages = 0;
  for (const { act, isEnd } of eventsOf(acts)) {
    const { turn } = act;
    const from = (turn.from ?? []).filter(sent => sent.turn !== turn && !carries(sent.turn));
    if (isEnd) {
      bringBack(state, turn, from);
      continue;
    }
    messages += from.length;
    const walks =
      from.length === 0 ? begun(state, act) : mostWalks(from.map(sent => received(state, act, sent)));
    state.known.set(turn, walks);
    state.acted.add(act.role);
  }
  const isAtBound = [...state.known.values()].some(walks =>
    [...declared.bounded].some(way => typeof walk(declared, way, walks) === 'string'),
  );
  return { messages, isAtBound };
}

interface State {
  declared: Declared;
  found: Findings;
  roles: ReadonlyMap<Turn, string>;
  /** How often the edges of loops were walked on the way to each turn that has begun. */
  known: Map<Turn, Walks>;
  /** The roles that have acted. */
  acted: Set<string>;
  /** The roles that begin at each time. Some tracers round times to milliseconds, so the order of these turns is unknown. */
  beginning: ReadonlyMap<number, ReadonlySet<string>>;
  /** The roles that never appear in a trace, such as programs, which pass on the messages that they get. */
  hidden: ReadonlySet<string>;
}

/** Adds the walks of a turn to those of the turns that waited for it. */
function bringBack({ known }: State, turn: Turn, from: readonly Sent[]): void {
  for (const { turn: sender, waits } of from) {
    const walks = waits ? known.get(sender) : undefined;
    if (walks) known.set(sender, mostWalks([walks, known.get(turn)!]));
  }
}

interface Event {
  at: number;
  isEnd: boolean;
  act: Act;
}

/**
 * Returns the beginnings and ends of turns in the order of time. At equal times, ends come first, except that of a turn without
 * duration.
 */
function eventsOf(acts: readonly Act[]): Event[] {
  const rank = ({ isEnd, act, at }: Event) => (isEnd ? (act.turn.start < at ? 0 : 2) : 1);
  return acts
    .flatMap((act): Event[] => [
      { at: act.turn.start, isEnd: false, act },
      { at: Math.max(act.turn.start, act.turn.end), isEnd: true, act },
    ])
    .sort((a, b) => a.at - b.at || rank(a) - rank(b));
}

function hiddenIn({ team }: Declared, acts: readonly Act[]): Set<string> {
  const seen = new Set(acts.map(({ role }) => role));
  const hidden = team.roles.filter(({ id, performer }) => performer !== 'model' && !seen.has(id));
  return new Set(hidden.map(({ id }) => id));
}

/**
 * Handles a turn of which the trace does not say who gave it work, as when a session carries every message. A role that began
 * before or at the same time may have called it, or a role that is hidden; if none could, this is a deviation. The rounds of such
 * messages are not counted.
 */
function begun({ declared, acted, beginning, hidden, found }: State, { turn, role }: Act): Walks {
  const { place } = turn;
  const entry = declared.team.entry_role;
  const isFirst = acted.size === 0;
  const together = beginning.get(turn.start)!;
  const callers = declared.waysTo.get(role)!.map(({ from }) => from);
  const isBegun =
    (role === entry && [...acted].every(each => together.has(each))) ||
    callers.some(from => hidden.has(from));
  if (turn.isCut && !(isFirst && isBegun))
    found.cannotTell(place, `Who called \`${role}\` is missing from the trace. Add the other files.`);
  else if (isBegun || callers.some(from => acted.has(from) || together.has(from))) return {};
  else if (isFirst)
    found.deviates('entry_role', place, `\`${role}\` acts first`, `the entry role \`${entry}\``);
  else {
    const seen = `\`${role}\` acts, and nobody before it could have called it`;
    found.deviates('nobody_called', place, seen, sendersTo(declared, role));
  }
  return {};
}

function sendersTo({ waysTo, team }: Declared, role: string): string {
  const names = (waysTo.get(role) ?? []).map(({ from, edge }) => `\`${from}\` (${edge.kind})`);
  if (role === team.entry_role) names.unshift('the task');
  return `that it gets work from ${names.join(', ') || 'nobody'}`;
}

/** Returns the walks after a message, and notes the deviations of the message. */
function received({ declared, roles, known, found }: State, { turn, role }: Act, sent: Sent): Walks {
  const { turn: sender, kind } = sent;
  const from = roles.get(sender);
  const { place } = turn;
  if (sender.start > turn.start && sender.clock === turn.clock) {
    const seen = `\`${role}\` acts before \`${from ?? sender.agent}\` has begun, which gave it work at ${sender.place}`;
    found.deviates('order', place, seen, 'that who gives work acts first');
  }
  // Another role than those of the team is a deviation of its own.
  if (from === undefined) return {};
  const walks = known.get(sender) ?? {};
  const way = wayOf(declared, from, role, kind);
  if (way === 'result') return walks;
  if (way === undefined) {
    const seen = `\`${from}\` ${kind ?? 'gives work to'} \`${role}\``;
    found.deviates('undeclared_edge', place, seen, edgesFrom(declared, from));
    return {};
  }
  const next = declared.bounded.has(way) ? walk(declared, way, walks) : walks;
  if (typeof next !== 'string') return next;
  const seen = `\`${from}\` ${way.edge.kind} \`${role}\` once more`;
  found.deviates('rounds', place, seen, boundOf(declared, next));
  return {};
}

/** Returns the way of a message; `result` for an answer to a role that delegated; undefined if no way fits. */
function wayOf(
  declared: Declared,
  from: string,
  to: string,
  kind: string | undefined,
): Way | 'result' | undefined {
  const ways = (declared.waysTo.get(to) ?? []).filter(way => way.from === from);
  if (kind !== undefined) return ways.find(({ edge }) => edge.kind === kind);
  const isResult = declared.team.edges.some(
    edge => edge.kind === 'delegates' && edge.from === to && edge.to === from,
  );
  return ways[0] ?? (isResult ? 'result' : undefined);
}

function edgesFrom({ waysTo }: Declared, from: string): string {
  const ways = [...waysTo.values()].flat().filter(way => way.from === from);
  return `from \`${from}\`: ${ways.map(({ edge, to }) => `${edge.kind} ${to}`).join(', ') || 'no edge'}`;
}

/** Writes the broken bound as the formation states it. */
function boundOf({ loops, bounds }: Declared, broken: string): string {
  const loop = loops.find(({ id }) => broken === `loop ${id}`);
  if (loop) return `\`max_rounds\` ${loop.most} of the loop \`${loop.id}\``;
  return `\`max_rounds\` ${bounds.rounds ?? 1}`;
}
