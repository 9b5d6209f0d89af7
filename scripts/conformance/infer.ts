/**
 * Who may have given work to a turn where a trace does not say so, as when a session carries every message: the newest turn before
 * it from which a declared edge leads to it. Each turn accounts for as many others along an edge as may act there at once, for
 * any number if it delegates. Roles that never show in a trace, such as programs, pass on what reaches them.
 */
import { mostWalks, type Walks, type Way, walk } from '../../build/export/workflow/way.ts';
import type { Declared } from './declared.ts';
import type { Turn } from './trace.ts';
import type { Act } from './verdict.ts';

export interface Inference {
  /** The walks after the message that explains an act; the name of the bound that every explanation breaks; undefined: none. */
  explain(act: Act, walksOf: (sender: Turn) => Walks): Walks | string | undefined;
  /** Told of each act when it begins, after it was explained. */
  enter(act: Act): void;
}

interface Passing {
  /** Undefined where it leads through roles that do not show. */
  way: Way | undefined;
  from: string;
  /** What the newest turns of the sender may still account for. */
  open: { turn: Turn; left: number }[];
}

export function inferenceOf(declared: Declared, acts: readonly Act[]): Inference {
  const { team } = declared;
  const seen = new Set(acts.map(({ role }) => role));
  const hidden = new Set(
    team.roles.filter(({ id, performer }) => performer !== 'model' && !seen.has(id)).map(({ id }) => id),
  );
  const passings = new Map(team.roles.map(({ id }) => [id, passingsTo(declared, id, hidden)]));
  const starts = new Set(team.roles.map(({ id }) => id).filter(id => isReachedAtOnce(declared, id, hidden)));
  let isBegun = false;
  const enter = ({ turn, role }: Act): void => {
    isBegun = true;
    for (const [to, list] of passings)
      for (const passing of list) {
        if (passing.from !== role) continue;
        const isFree = passing.way === undefined || passing.way.edge.kind === 'delegates';
        // A role may delegate any number of times, so only the newest is kept.
        if (isFree) passing.open = [];
        passing.open.push({ turn, left: isFree ? Number.POSITIVE_INFINITY : declared.most.get(to)! });
      }
  };
  return {
    enter,
    explain: (act, walksOf) =>
      isBegun || !starts.has(act.role) ? explained(declared, passings.get(act.role)!, act, walksOf) : {},
  };
}

function explained(
  declared: Declared,
  passings: readonly Passing[],
  { turn }: Act,
  walksOf: (sender: Turn) => Walks,
): Walks | string | undefined {
  const candidates = passings
    .map(passing => ({
      passing,
      newest: passing.open.findLast(({ left, turn: sender }) => left > 0 && sender !== turn),
    }))
    .filter(({ newest }) => newest !== undefined)
    .sort((a, b) => b.newest!.turn.start - a.newest!.turn.start);
  let broken: string | undefined;
  for (const { passing, newest } of candidates) {
    const { way } = passing;
    const walks = mostWalks([walksOf(newest!.turn)]);
    const next = way !== undefined && declared.bounded.has(way) ? walk(declared, way, walks) : walks;
    if (typeof next === 'string') {
      broken = next;
      continue;
    }
    newest!.left -= 1;
    while (passing.open.at(-1)?.left === 0) passing.open.pop();
    return next;
  }
  return broken;
}

/** The ways to a role from roles that show: directly, or through those that do not. */
function passingsTo(declared: Declared, role: string, hidden: ReadonlySet<string>): Passing[] {
  const direct = declared.waysTo.get(role)!;
  const through = new Set(direct.map(({ from }) => from).filter(from => hidden.has(from)));
  const senders = new Set<string>();
  for (const middle of through)
    for (const { from } of declared.waysTo.get(middle)!) (hidden.has(from) ? through : senders).add(from);
  return [
    ...direct.filter(({ from }) => !hidden.has(from)).map(way => ({ way, from: way.from, open: [] })),
    ...[...senders].map(from => ({ way: undefined, from, open: [] })),
  ];
}

/** Whether the task reaches a role: it is the entry role, or gets the work of entry roles that do not show. */
function isReachedAtOnce({ team, waysTo }: Declared, role: string, hidden: ReadonlySet<string>): boolean {
  const reached = new Set([role]);
  for (const each of reached) {
    if (each === team.entry_role) return true;
    for (const { from } of waysTo.get(each)!) if (hidden.has(from)) reached.add(from);
  }
  return false;
}
