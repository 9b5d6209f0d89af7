/**
 * The order in which a team acts, computed from its edges: roles one after the other or several at a time, loops and conditions,
 * as a person would write them. A cycle of edges is a loop that begins at the role through which work enters it.
 */
import type { Edge } from '#document/kind/topology.ts';
import { oncePer } from '#document/text/once-per.ts';
import { countActs, dealtTo, leadsTo, type Step } from './step.ts';
import type { Team, TeamRole } from './team.ts';

type EachStep = Extract<Step, { kind: 'each' }>;

/**
 * An edge that the work takes: each time its role has acted, or, if `isDecided`, when that role decides so, at most `most` times.
 */
export interface Taken extends Edge {
  isDecided: boolean;
  /** Whether the edge leads back to the role with which a loop begins. */
  isBack: boolean;
  most?: number;
}

/** Returns the edges that order the work: all except those of the kind `reads`, and those that lead from a role to itself. */
const leading = ({ edges }: Team): Edge[] =>
  edges.filter(({ kind, from, to }) => kind !== 'reads' && from !== to);

/** Returns the steps of a team and the edges that its work takes. They are computed once for all targets. */
const planned = oncePer((team: Team) => {
  const planner = new Planner(team);
  return {
    steps: planner.steps(),
    taken: withoutShort(leading(team).flatMap(edge => planner.taken(edge) ?? [])),
  };
});

/** Returns the steps of a team, in order. */
export const planOf = (team: Team): Step[] => planned(team).steps;

/** Returns the edges that the work of a team takes. An edge is left out if the work reaches its end by a longer way too. */
export const takenEdges = (team: Team): Taken[] => planned(team).taken;

function withoutShort(taken: Taken[]): Taken[] {
  const sure = taken.filter(({ isDecided, isBack }) => !isDecided && !isBack);
  const isShort = ({ from, to, isDecided, isBack }: Taken) =>
    !isDecided &&
    sure.some(next => {
      const end = isBack ? taken.filter(each => each.isBack && each.to === to).map(each => each.from) : [to];
      return next.from === from && next.to !== to && end.some(id => leadsTo(sure, next.to, id));
    });
  return taken.filter(edge => !isShort(edge));
}

/** The roles that act as one step: a single role, or all roles of a loop. */
type Unit = string[];

class Planner {
  readonly #team: Team;
  /** The edges from the first role of a loop that are taken in every round. Other edges decide whether there is another round. */
  readonly #plain = new Set<Edge>();

  /** The edges that are never taken, because other edges of the loop decide whether there is another round. */
  readonly #needless = new Set<Edge>();
  readonly #back = new Set<Edge>();
  readonly #most = new Map<Edge, number>();

  constructor(team: Team) {
    this.#team = team;
  }

  /** Returns all steps of the team, in order. */
  steps(): Step[] {
    const { roles, entry_role } = this.#team;
    return this.region(
      roles.map(({ id }) => id),
      leading(this.#team),
      entry_role,
    );
  }

  /** Returns an edge as the work takes it; undefined if it is never taken. */
  taken(edge: Edge): Taken | undefined {
    if (this.#needless.has(edge)) return undefined;
    const own = this.#team.loops.find(({ id }) => id === edge.loop)?.max_rounds;
    const most = this.#most.get(edge) ?? own;
    const isDecided = this.#isDecided(edge);
    return {
      ...edge,
      isDecided,
      isBack: this.#back.has(edge),
      ...(isDecided && most !== undefined && { most }),
    };
  }

  /** Tells whether a role decides if an edge is taken. */
  #isDecided(edge: Edge): boolean {
    return edge.when !== undefined || (edge.loop !== undefined && !this.#plain.has(edge));
  }

  /**
   * Returns the steps of some roles.
   * @param edges the edges between these roles that lead forward, or back within an inner loop
   * @param entry the role through which work enters these roles
   */
  region(ids: readonly string[], edges: readonly Edge[], entry: string): Step[] {
    const units = unitsOf(ids, edges, entry);
    return this.#sequence(units, units, edges);
  }

  /**
   * Returns the steps of some units, each after those of them whose edges lead to it. Of the units that are ready, those whose
   * incoming edges have the least `order` come next; several with the same `order` run together.
   * @param units the units to order
   * @param all the units of the whole region; the edges from all of them count for `order` and for conditions
   * @param edges the edges between the units of the region
   */
  #sequence(units: readonly Unit[], all: readonly Unit[], edges: readonly Edge[]): Step[] {
    const steps: Step[] = [];
    let rest = [...units];
    while (rest.length > 0) {
      const ready = rest.filter(unit => into(unit, rest, edges).length === 0);
      const place = (unit: Unit) => Math.min(...into(unit, all, edges).map(({ order }) => order ?? 0), 256);
      const first = Math.min(...ready.map(place));
      const branches = ready
        .filter(unit => place(unit) === first)
        .map(unit => [unit, ...dependents(unit, rest, all, edges)]);
      const done = branches.map(branch => this.#branch(branch, all, edges));
      steps.push(...(done.length === 1 ? done[0]! : [{ kind: 'together' as const, branches: done }]));
      rest = rest.filter(unit => !branches.flat().includes(unit));
    }
    return merged(steps);
  }

  /**
   * Returns the steps of a unit and of the units that act only after it. The steps depend on a
   * condition if every edge to the unit has one.
   */
  #branch([unit, ...others]: readonly Unit[], all: readonly Unit[], edges: readonly Edge[]): Step[] {
    const before = into(unit!, all, edges);
    const guards = before.length > 0 && before.every(edge => this.#isDecided(edge)) ? before : [];
    const steps = [
      ...this.#unit(unit!, all, edges),
      ...(others.length > 0 ? this.#sequence(others, all, edges) : []),
    ];
    return guards.length > 0 ? [{ kind: 'when', edges: guards, steps: merged(steps) }] : merged(steps);
  }

  #unit(ids: Unit, all: readonly Unit[], edges: readonly Edge[]): Step[] {
    const roles = this.#team.roles.filter(({ id }) => ids.includes(id));
    if (ids.length === 1) return [this.#act(roles[0]!)];
    const outside = into(ids, all, edges).map(({ to }) => to);
    const header = [
      this.#team.entry_role,
      ...roles.map(({ id }) => id).filter(id => outside.includes(id)),
    ].find(id => ids.includes(id))!;
    const inner = edges.filter(({ from, to }) => ids.includes(from) && ids.includes(to));
    const back = inner.filter(({ to }) => to === header);
    const out = inner.filter(({ from }) => from === header);
    const again = back.filter(edge => this.#isDecided(edge));
    // Either somebody sends the work back, or the first role gives work out until it gives out no more.
    if (again.length > 0) for (const edge of out) if (edge.when === undefined) this.#plain.add(edge);
    const leaves = again.length === 0 && out.every(edge => this.#isDecided(edge)) ? out : [];
    const isAside = ({ from, to, kind }: Edge) =>
      kind === 'reviews' && [from, to].every(id => leaves.some(edge => edge.to === id));
    const forward = inner.filter(edge => edge.to !== header && !isAside(edge));
    for (const edge of back) this.#back.add(edge);
    const rounds = this.#rounds(again, out);
    for (const edge of again) this.#most.set(edge, rounds - 1);
    for (const edge of [
      ...inner.filter(isAside),
      ...(again.length > 0 ? back.filter(each => !again.includes(each)) : []),
    ])
      this.#needless.add(edge);
    const steps = this.region([header, ...ids.filter(id => id !== header)], forward, header);
    const loop: Step = { kind: 'loop', rounds, again, leaves, steps };
    return [eachOfAll(loop) ?? loop];
  }

  /**
   * Returns the most rounds of a loop: the greatest bound of the edges that begin another round; else the bounds of the loops
   * that its first role starts; else the bound of the whole run.
   */
  #rounds(again: readonly Edge[], out: readonly Edge[]): number {
    const most = (edges: readonly Edge[]) => {
      const ids = new Set(edges.flatMap(({ loop }) => loop ?? []));
      return this.#team.loops.filter(({ id }) => ids.has(id)).map(({ max_rounds }) => max_rounds);
    };
    const own = most(again);
    if (own.length > 0) return Math.max(...own);
    const started = most(out);
    if (again.length > 0 && started.length > 0) return Math.max(...started);
    const sum = started.reduce((total, each) => total + each, 1);
    return started.length > 0 ? sum : (this.#team.budget.max_rounds ?? 1) + 1;
  }

  #act(role: TeamRole): Step {
    const asks = this.#team.edges.filter(
      edge => edge.from === role.id && edge.kind !== 'reads' && this.#isDecided(edge),
    );
    const act: Step = { kind: 'act', role, asks };
    if (!role.count) return act;
    const { min, max } = role.count;
    return {
      ...{ kind: 'each', of: dealtTo(this.#team, role), steps: [act], gathers: role.writes },
      ...{ least: min, most: max ?? this.#team.budget.max_agents },
    };
  }
}

/**
 * Joins neighbouring steps that deal out the items of the same work, so that each instance takes its
 * own item through all of them.
 */
function merged(steps: readonly Step[]): Step[] {
  const out: Step[] = [];
  for (const step of steps) {
    const last = out.at(-1);
    if (last?.kind === 'each' && step.kind === 'each' && isSame(last, step))
      out.splice(-1, 1, {
        ...last,
        steps: [...last.steps, ...step.steps],
        gathers: [...last.gathers, ...step.gathers],
      });
    else out.push(step);
  }
  return out;
}

const isSame = (a: EachStep, b: EachStep): boolean =>
  a.of.length === 1 && b.of.length === 1 && a.of[0] === b.of[0];

/** Turns a loop whose only step deals out the items of works into a loop for each item; returns undefined for any other loop. */
function eachOfAll(loop: Extract<Step, { kind: 'loop' }>): Step | undefined {
  const [only, ...others] = loop.steps;
  if (only?.kind !== 'each' || others.length > 0 || only.of.length === 0) return undefined;
  return { ...only, steps: [{ ...loop, steps: only.steps }] };
}

/** Returns the edges that lead to a unit from other units. */
const into = (unit: Unit, others: readonly Unit[], edges: readonly Edge[]): Edge[] =>
  edges.filter(
    ({ from, to }) => unit.includes(to) && !unit.includes(from) && others.some(other => other.includes(from)),
  );

/** Returns a unit and the units that act only after it: those to which every edge comes from one of the units returned. */
function dependents(unit: Unit, rest: readonly Unit[], all: readonly Unit[], edges: readonly Edge[]): Unit[] {
  const found = [unit];
  for (const other of rest) {
    if (found.includes(other)) continue;
    const from = into(other, all, edges).map(edge => all.find(each => each.includes(edge.from))!);
    if (from.length > 0 && from.every(each => found.includes(each))) found.push(other);
  }
  return found.slice(1);
}

/**
 * Returns the units of some roles, each before those to which it leads. They are the strongly connected components of the edges,
 * by the algorithm of Tarjan (1972).
 */
function unitsOf(ids: readonly string[], edges: readonly Edge[], entry: string): Unit[] {
  const number = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const units: Unit[] = [];
  const visit = (id: string): void => {
    number.set(id, number.size);
    low.set(id, number.get(id)!);
    open.push(id);
    for (const { to } of edges.filter(({ from, to }) => from === id && ids.includes(to)).reverse()) {
      if (!number.has(to)) visit(to);
      if (open.includes(to)) low.set(id, Math.min(low.get(id)!, low.get(to)!));
    }
    if (low.get(id) !== number.get(id)) return;
    const unit = open.splice(open.indexOf(id));
    units.unshift(ids.filter(each => unit.includes(each)));
  };
  for (const id of [...ids.filter(each => each !== entry).reverse(), entry]) if (!number.has(id)) visit(id);
  return units;
}

/** The lowest limit on the turns of an agent: enough to read, look again and answer. */
const fewestTurns = 10;

/**
 * Returns the most turns that one agent may take: an even share of the calls of the team, but at least `fewestTurns`; undefined
 * if the team states no calls.
 */
export function turnsOf(team: Team): number | undefined {
  if (team.calls === undefined) return undefined;
  return Math.max(fewestTurns, Math.ceil(team.calls / Math.max(1, countActs(planOf(team)))));
}
