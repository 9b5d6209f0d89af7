/** A script for a team: what each of its roles answers, turn by turn, without a model. */
import type { PlainEdge, PlainTeam } from './team.ts';

interface Answer {
  works: { name: string; text: string }[];
  messages: { to: string; text: string; gives: number[] }[];
  stop: number | null;
}

/**
 * `tour`: each role writes along all of its edges in its first turn, and whoever has its turn when all were walked stops the run.
 * `round`: each role writes along one edge that leads back to it, and nobody stops.
 */
type Plan = 'tour' | 'round';

export class Script {
  /** The works that no role writes. */
  readonly given: string[];
  /** Every way that a message may go, as `from kind to`. */
  readonly ways: string[];
  readonly #team: PlainTeam;
  readonly #plan: Plan;
  readonly #walked = new Set<string>();
  readonly #acted = new Set<string>();
  readonly #stopping: Set<string>;

  constructor(team: PlainTeam, plan: Plan) {
    this.#team = team;
    this.#plan = plan;
    this.#stopping = stoppingIn(team);
    const written = new Set(team.roles.flatMap(role => role.writes));
    this.given = [...new Set(team.roles.flatMap(role => role.reads))].filter(work => !written.has(work));
    this.ways = team.roles.flatMap(({ id }) => this.#channelsOf(id).map(channel => channel.way));
  }

  /** Returns the answer of a role. */
  turn(role: string, isAgain: boolean): Answer {
    if (isAgain) throw new Error(`${role}: an answer of the script was refused.`);
    return this.#plan === 'tour' ? this.#tour(role) : this.#round(role);
  }

  #tour(role: string): Answer {
    const isDone = () => this.ways.every(way => this.#walked.has(way));
    if (isDone() && this.#stopping.has(role)) return { works: this.worksOf(role), messages: [], stop: 1 };
    // Once all was walked, the work goes on to somebody who may end the run.
    if (isDone()) return { works: [], messages: this.#towardsStop(role), stop: null };
    if (this.#acted.has(role)) return { works: [], messages: [], stop: null };
    this.#acted.add(role);
    const messages = this.#channelsOf(role).map(({ name, way }) => {
      this.#walked.add(way);
      return { to: name, text: `From ${role}.`, gives: [] };
    });
    const stop = isDone() && messages.length === 0 && this.#stopping.has(role) ? 1 : null;
    return { works: this.worksOf(role), messages, stop };
  }

  /** A message to somebody who may end the run; otherwise along the first channel that leads there. A loop of one round was walked. */
  #towardsStop(role: string): Answer['messages'] {
    const once = new Set(this.#team.loops?.filter(loop => loop.max_rounds === 1).map(({ id }) => id));
    const all = this.#channelsOf(role);
    const open = all.filter(({ loop }) => !loop || !once.has(loop));
    const channels = open.length > 0 ? open : all;
    const leads = ({ to }: { to: string }) => [...this.#stopping].some(end => this.#leadsTo(to, end));
    const next = channels.find(({ to }) => this.#stopping.has(to)) ?? channels.find(leads);
    return next ? [{ to: next.name, text: 'All was walked.', gives: [] }] : [];
  }

  #round(role: string): Answer {
    const [next] = this.#channelsOf(role).filter(({ to }) => this.#leadsTo(to, role));
    const [other] = this.#channelsOf(role);
    const chosen = next ?? other;
    return {
      works: this.worksOf(role),
      messages: chosen ? [{ to: chosen.name, text: 'Again.', gives: [] }] : [],
      stop: null,
    };
  }

  /** The most messages that one chain of them may have within the bounds. */
  mostWalks(): number {
    const { edges, loops, budget } = this.#team;
    const rounds = loops
      ? loops.reduce((product, loop) => product * (loop.max_rounds + 1), 1)
      : (budget.max_rounds ?? 1);
    return (rounds + 1) * (edges.length + 1);
  }

  #leadsTo(from: string, to: string): boolean {
    const reached = new Set([from]);
    for (const role of reached) for (const { to: next } of this.#channelsOf(role)) reached.add(next);
    return reached.has(to);
  }

  /** The channels of a role, by the rule that works reach whoever reviews or reads them if nobody writes to them. */
  #channelsOf(role: string): { name: string; to: string; way: string; loop?: string }[] {
    const way = (from: string, { kind }: PlainEdge, to: string) => `${from} ${kind} ${to}`;
    return this.#team.edges.flatMap(edge => {
      const { from, to, kind, loop } = edge;
      if (from === role && kind !== 'reads')
        return [{ name: `${kind} ${to}`, to, way: way(from, edge, to), ...(loop && { loop }) }];
      if (to !== role || (kind !== 'reviews' && kind !== 'reads') || this.#isWrittenTo(from)) return [];
      const name = `${kind === 'reads' ? 'is_read' : 'is_reviewed'}_by ${from}`;
      return [{ name, to: from, way: way(role, edge, from) }];
    });
  }

  #isWrittenTo(role: string): boolean {
    const { edges, entry_role } = this.#team;
    return role === entry_role || edges.some(({ to, kind }) => to === role && kind !== 'reads');
  }

  /** The works of a role, each in its form. */
  worksOf(role: string): Answer['works'] {
    const { writes = [] } = this.#team.roles.find(({ id }) => id === role) ?? {};
    return writes.map(name => {
      const form = this.#team.artifacts?.find(({ id }) => id === name);
      if (form?.json_schema) return { name, text: JSON.stringify(exampleOf(form.json_schema)) };
      return {
        name,
        text: (form?.headings ?? ['Work']).map(heading => `## ${heading}\n\nText.`).join('\n\n'),
      };
    });
  }
}

/**
 * Who may end a run: one alone who writes an output, or the first, if work comes back to it; where no outputs are named,
 * also whoever passes nothing on.
 */
function stoppingIn({ roles, edges, outputs, entry_role }: PlainTeam): Set<string> {
  const able = roles.filter(
    ({ id, writes }) =>
      outputs?.some(({ artifact }) => writes.includes(artifact)) ||
      (id === entry_role && edges.some(({ to }) => to === id)) ||
      (!outputs?.length && edges.every(({ from }) => from !== id)),
  );
  const single = able.filter(({ count }) => !count);
  const found = single.length > 0 ? single : able.length > 0 ? able : roles;
  return new Set(found.map(({ id }) => id));
}

/** The least value that fits a JSON Schema of the keywords that documents use. */
function exampleOf(schema: Record<string, unknown>): unknown {
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const options = schema[key];
    if (Array.isArray(options)) return exampleOf(options[0]);
  }
  const {
    type,
    properties = {},
    required = [],
    items,
    minItems = 0,
    minimum = 0,
    minLength = 1,
  } = schema as {
    type?: string;
    properties?: Record<string, Record<string, unknown>>;
    required?: string[];
    items?: Record<string, unknown>;
    minItems?: number;
    minimum?: number;
    minLength?: number;
  };
  if (type === 'object')
    return Object.fromEntries(required.map(name => [name, exampleOf(properties[name] ?? {})]));
  if (type === 'array') return Array.from({ length: Math.max(1, minItems) }, () => exampleOf(items ?? {}));
  if (type === 'string') return 'x'.repeat(minLength);
  return type === 'boolean' ? true : minimum;
}
