/**
 * How a team runs: works, messages and bounds. In each step, every role that has messages acts, at most `max_agents` at once;
 * what it returns is checked against its edges, its works and the loops before anyone else sees it.
 */
import { z } from 'zod';
import {
  boundedOf,
  mostWalks,
  type Walks,
  type Way,
  walk,
  waysOf,
} from '../../../build/export/workflow/way.ts';
import { handOver, visibleTo } from './hand.ts';
import type { Answer, Ending, Message, Result, Role, Team, Turn, Used, Watched, Written } from './team.ts';

/** Thrown within a turn when a bound is reached. */
class Bound extends Error {}

/** A turn that is under way. */
interface Acting {
  turn: number;
  used: Used;
  act(turn: Turn): Promise<Answer>;
}

/** Thrown within a turn when an answer cannot be read; the role is asked again. */
export class Unreadable extends Error {}

/** Milliseconds since 1970, finer than the clock, so that no two turns begin at once that follow each other. */
const now = (): number => performance.timeOrigin + performance.now();

/** A wrong answer is sent back so many times. */
const attempts = 3;

function textsByName(written: readonly Written[]): Record<string, string[]> {
  const texts: Record<string, string[]> = {};
  for (const { name, text } of written) texts[name] = [...(texts[name] ?? []), text];
  return texts;
}

/** A run of a team. */
export class Run {
  ending: Ending | undefined;
  readonly passed: Result['passed'] = [];
  readonly spent = { calls: 0, inputTokens: 0, outputTokens: 0 };
  readonly #works: Written[] = [];
  readonly team: Team;
  readonly #watch: ((turn: Watched) => void) | undefined;
  readonly #roles: Map<string, Role>;
  readonly #until: number;
  readonly #ways: Way[];
  readonly #bounded: Set<Way>;
  #pending: Message[];
  #turns = 0;

  /**
   * @param given the works that no role writes, by name
   * @param watch is told of each turn that ended
   */
  constructor(team: Team, task: string, given: Record<string, string> = {}, watch?: (turn: Watched) => void) {
    this.team = team;
    this.#watch = watch;
    this.#roles = new Map(team.roles.map(role => [role.id, role]));
    this.#until = Date.now() + team.bounds.milliseconds;
    this.#ways = waysOf(team);
    this.#bounded = boundedOf(this.#ways);
    for (const [name, text] of Object.entries(given)) this.#write(name, text, 0);
    this.#pending = [{ from: 'user', turn: 0, to: team.entry, text: task, held: [], walked: {} }];
  }

  /** The messages of each turn of the next step; none when the run is over. */
  step(): Message[][] {
    if (this.ending) return [];
    // The same answers make the same run, whoever of those that acted at once ended first.
    for (const each of [this.#works, this.#pending]) each.sort((a, b) => a.turn - b.turn);
    const turns: Message[][] = [];
    const rest: Message[] = [];
    for (const message of this.#pending) {
      const most = this.#roles.get(message.to)!.most ?? 1;
      const own = turns.filter(([first]) => first!.to === message.to);
      const apart = message.edge?.kind === 'delegates' || most > 1;
      if (!apart && own[0]) own[0].push(message);
      else if (turns.length < this.team.bounds.agents && own.length < most) turns.push([message]);
      else rest.push(message);
    }
    this.#pending = rest;
    if (turns.length === 0) this.ending = { by: 'silence' };
    return turns;
  }

  /** Lets a role act until its answer fits, and passes on what it wrote. @param act asks the model, program or person */
  async turn(messages: Message[], act: (turn: Turn) => Promise<Answer>): Promise<void> {
    const role = this.#roles.get(messages[0]!.to)!;
    this.#turns += 1;
    const turn = this.#turns;
    const began = now();
    const used: Used = { tools: [], inputTokens: 0, outputTokens: 0 };
    try {
      await this.#answered(role, messages, { turn, used, act });
    } finally {
      const from = messages.flatMap(each => (each.edge ? [{ turn: each.turn, kind: each.edge.kind }] : []));
      this.#watch?.({ turn, role: role.id, from, began, ended: now(), ...used });
    }
  }

  async #answered(role: Role, messages: Message[], { turn, used, act }: Acting): Promise<void> {
    let faults: string[] = [];
    for (let attempt = 0; attempt < attempts && !this.ending; attempt += 1) {
      try {
        const answer = await act({ ...this.#turnOf(role, messages, faults), used });
        faults = this.#faultsOf(role, answer);
        if (faults.length === 0) return this.#pass(role, messages, turn, answer);
      } catch (error) {
        faults = this.#faultsFrom(error);
      }
    }
    this.ending ??= { by: 'fault', role: role.id, faults };
  }

  /** What an error within a turn means: a bound, an answer that is asked for again, or a defect, which is thrown. */
  #faultsFrom(error: unknown): string[] {
    if (error instanceof Unreadable) return [error.message];
    const isLate = Date.now() >= this.#until;
    if (!isLate && !(error instanceof Bound)) throw error;
    this.ending ??= { by: 'bound', bound: error instanceof Bound ? error.message : 'elapsed_milliseconds' };
    return [];
  }

  /** To be called before each call of a model. @throws Bound when nothing is left to spend */
  spend(): void {
    const { bounds } = this.team;
    if (this.ending) throw new Bound('the run is over');
    if (Date.now() >= this.#until) throw new Bound('elapsed_milliseconds');
    if (this.spent.calls >= (bounds.calls ?? Number.POSITIVE_INFINITY)) throw new Bound('calls');
    if (this.spent.inputTokens >= bounds.inputTokens) throw new Bound('input_tokens');
    if (this.spent.outputTokens >= bounds.outputTokens) throw new Bound('output_tokens');
    this.spent.calls += 1;
  }

  /** To be called after each call of a model. */
  count({ used }: Turn, inputTokens: number, outputTokens: number): void {
    for (const each of [this.spent, used]) {
      each.inputTokens += inputTokens;
      each.outputTokens += outputTokens;
    }
  }

  /** The time that is left, in milliseconds. */
  left(): number {
    return Math.max(1, this.#until - Date.now());
  }

  result(): Result {
    const { outputs } = this.team;
    const { passed, spent } = this;
    const works = textsByName(
      this.#works.filter(({ name }) => outputs.length === 0 || outputs.includes(name)),
    );
    return { ending: this.ending ?? { by: 'silence' }, works, passed, spent };
  }

  #turnOf(role: Role, messages: Message[], faults: string[]): Omit<Turn, 'used'> {
    return {
      role,
      messages: messages.map(({ from, edge, text }) => ({ from, kind: edge?.kind ?? 'task', text })),
      works: textsByName(visibleTo(role, messages, this.#works)),
      channels: this.#waysFrom(role).map(({ name }) => name),
      faults,
    };
  }

  #faultsOf(role: Role, { works, messages, stop }: Answer): string[] {
    const ways = this.#waysFrom(role);
    return [
      ...works.flatMap(({ name, text }) =>
        role.writes.includes(name) ? this.#formFaults(name, text) : [`You may not write ${name}.`],
      ),
      ...messages.flatMap(({ to }) =>
        ways.some(({ name }) => name === to) ? [] : [`You have no edge "${to}".`],
      ),
      ...messages.flatMap(({ gives = [] }) =>
        gives.flatMap(number => (works[number - 1] ? [] : [`There is no work ${number} in your answer.`])),
      ),
      ...(stop === null || role.stops ? [] : ['You may not end the run.']),
      ...(stop === null || this.team.stops[stop - 1] ? [] : [`There is no stop condition ${stop}.`]),
    ];
  }

  #formFaults(name: string, text: string): string[] {
    const form = this.team.forms.find(({ work }) => work === name);
    if (form?.schema !== undefined) {
      try {
        const parsed = z.fromJSONSchema(JSON.parse(form.schema)).safeParse(JSON.parse(text));
        return parsed.success ? [] : [`${name} does not fit its schema: ${z.prettifyError(parsed.error)}`];
      } catch (error) {
        return [`${name} is not JSON: ${String(error)}`];
      }
    }
    const found = text.split('\n').map(line => line.replace(/^#+\s*/, '').trim());
    return (form?.headings ?? [])
      .filter(heading => !found.includes(heading))
      .map(heading => `${name} lacks the heading ${heading}.`);
  }

  #waysFrom({ id }: Role): Way[] {
    return this.#ways.filter(({ from }) => from === id);
  }

  #write(name: string, text: string, turn: number): Written {
    const written = { number: this.#works.length + 1, turn, name, text, handedTo: new Set<string>() };
    this.#works.push(written);
    return written;
  }

  #pass(role: Role, received: Message[], turn: number, { works, messages, stop }: Answer): void {
    const written = works.map(({ name, text }) => this.#write(name, text, turn));
    if (stop !== null) {
      this.ending ??= { by: 'stop', stop: this.team.stops[stop - 1]! };
      return;
    }
    const ways = messages.map(({ to }) => this.#waysFrom(role).find(({ name }) => name === to)!);
    const receivers = ways.map(({ to }) => this.#roles.get(to)!);
    const given = handOver(messages, receivers, written);
    const walked = mostWalks(received.map(message => message.walked));
    // Whoever answers several instances at once does not pass on what each of them was given.
    const before = received.length === 1 ? received[0]!.held : [];
    for (const [at, { text }] of messages.entries()) {
      const { edge, to } = ways[at]!;
      const next = this.#walk(ways[at]!, walked);
      if (next === undefined) return;
      this.passed.push({ from: role.id, to, kind: edge.kind });
      this.#pending.push({
        edge,
        from: role.id,
        turn,
        to,
        text,
        held: [...before, ...given[at]!],
        walked: next,
      });
    }
  }

  /** The walks after one more along a way; undefined when a bound ends the run. */
  #walk(way: Way, walked: Walks): Walks | undefined {
    if (!this.#bounded.has(way)) return walked;
    const next = walk(this.team, way, walked);
    if (typeof next !== 'string') return next;
    this.ending ??= { by: 'bound', bound: next };
    return undefined;
  }
}
