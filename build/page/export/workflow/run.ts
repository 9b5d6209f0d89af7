/**
 * How a workflow runs a team: in each step, every role that has messages acts, at most `max_agents` at once. What it returns is
 * checked against its edges, its works and the loops before anyone else sees it. Nothing here depends on a clock or on who is faster, so
 * that Claude Code can resume a run.
 */
import { channelsOf, faultsOf, promptOf, schemaOf, type Turn, textsIn } from './answer.ts';
import type { Answer, Args, Edge, Ending, Message, Result, Role, Runtime, Team } from './data.ts';
import { boundedOf, mostWalks, type Walks, type Way, walk, waysOf } from './way.ts';

/** A wrong answer is sent back so many times. */
const attempts = 3;

/** Claude Code starts no more agents for a workflow. */
const mostAgents = 1000;

/** A turn whose answer is awaited. */
interface Asked extends Turn {
  answer?: Answer;
}

class Run {
  ending: Ending | undefined;
  ask: Result['ask'];
  readonly passed: Result['passed'] = [];
  readonly works = new Map<string, unknown[]>();
  readonly team: Team;
  readonly #args: Args;
  readonly #runtime: Runtime;
  readonly #ways: Way[];
  readonly #bounded: Set<Way>;
  readonly #asked = new Map<string, number>();
  readonly #spentBefore: number;
  #pending: Message[];
  #turns = 0;
  #agents = 0;

  constructor(team: Team, args: Args, runtime: Runtime) {
    this.team = team;
    this.#args = args;
    this.#runtime = runtime;
    this.#ways = waysOf(team);
    this.#bounded = boundedOf(this.#ways);
    this.#spentBefore = runtime.budget.spent();
    for (const [name, work] of Object.entries(args.given ?? {})) this.works.set(name, [work]);
    this.#pending = [{ from: 'user', turn: 0, to: team.entry, text: args.task ?? '', walked: {} }];
  }

  /** Lets roles act until the run has ended. */
  async go(): Promise<void> {
    while (!this.ending) {
      const turns = this.#step();
      if (turns.length === 0) this.ending = { by: 'silence' };
      else await this.#turn(turns);
    }
  }

  result(): Result {
    const { outputs } = this.team;
    const works = [...this.works].filter(([name]) => outputs.length === 0 || outputs.includes(name));
    return {
      ending: this.ending ?? { by: 'silence' },
      works: Object.fromEntries(works),
      passed: this.passed,
      spent: { agents: this.#agents, outputTokens: this.#spent() },
      ...(this.ask && { ask: this.ask }),
    };
  }

  #spent(): number {
    return this.#runtime.budget.spent() - this.#spentBefore;
  }

  #role(id: string): Role {
    return this.team.roles.find(role => role.id === id)!;
  }

  /** The messages of each turn of the next step. A message of a later place waits until those of an earlier one were taken up. */
  #step(): Message[][] {
    const turns: Message[][] = [];
    const rest: Message[] = [];
    const place = ({ edge }: Message) => edge?.order ?? 0;
    for (const message of this.#pending) {
      const most = this.#role(message.to).most ?? 1;
      const own = turns.filter(([first]) => first!.to === message.to);
      const apart = message.edge?.kind === 'delegates' || most > 1;
      const waits = this.#pending.some(each => each.turn === message.turn && place(each) < place(message));
      if (waits) rest.push(message);
      else if (!apart && own[0]) own[0].push(message);
      else if (turns.length < this.team.bounds.agents && own.length < most) turns.push([message]);
      else rest.push(message);
    }
    this.#pending = rest;
    return turns;
  }

  /** Lets roles act at once until each answer fits, and passes on what they wrote, in their order. */
  async #turn(step: Message[][]): Promise<void> {
    const turns = step.map((messages): Asked => {
      const role = this.#role(messages[0]!.to);
      const works = role.reads.flatMap((name): [string, unknown[]][] => {
        const all = this.works.get(name);
        return all ? [[name, [...all]]] : [];
      });
      return { role, messages, works: Object.fromEntries(works), faults: [] };
    });
    for (let attempt = 0; attempt < attempts && !this.ending; attempt += 1) await this.#attempt(turns);
    if (this.ending) return;
    for (const turn of turns) {
      if (!turn.answer && turn.role.performer === 'person') this.#wait(turn);
      else if (!turn.answer) this.ending ??= { by: 'fault', role: turn.role.id, faults: turn.faults };
    }
    for (const turn of turns) if (turn.answer && !this.ending) this.#pass(turn, turn.answer);
  }

  async #attempt(turns: Asked[]): Promise<void> {
    const open = turns.filter(({ role, answer }) => !answer && role.performer !== 'person');
    for (const turn of turns) if (turn.role.performer === 'person') this.#answerOf(turn);
    if (open.length === 0) return;
    const answers = await this.#runtime.parallel(open.map(turn => () => this.#agent(turn)));
    open.forEach((turn, at) => {
      const answer = answers[at] as Answer | string | null;
      const skipped = 'It was skipped, or ended without an answer.';
      const isAnswer = answer !== null && typeof answer === 'object';
      turn.faults = isAnswer ? faultsOf(this.team, turn.role, answer) : [answer ?? skipped];
      if (isAnswer && turn.faults.length === 0) turn.answer = answer;
    });
  }

  /** The bound that lets no further agent start. */
  #reached(): string | undefined {
    const { calls = Number.POSITIVE_INFINITY, outputTokens } = this.team.bounds;
    const { budget } = this.#runtime;
    if (this.#agents >= calls) return 'calls';
    if (this.#spent() >= outputTokens) return 'output_tokens';
    if (budget.total !== null && budget.spent() >= budget.total) return 'the tokens that the user allowed';
    return this.#agents >= mostAgents ? `the ${mostAgents} agents that a workflow may start` : undefined;
  }

  /** Starts the agent of a role, if a bound allows it. An error becomes a fault in words. */
  async #agent(turn: Asked): Promise<unknown> {
    const bound = this.#reached();
    if (bound !== undefined) this.ending ??= { by: 'bound', bound };
    if (this.ending) return null;
    this.#agents += 1;
    const { id, agent, isolated } = turn.role;
    try {
      return await this.#runtime.agent(promptOf(this.team, turn), {
        ...{ label: id, phase: id, agentType: agent, schema: schemaOf(this.team, turn.role) },
        ...(isolated && { isolation: 'worktree' }),
      });
    } catch (error) {
      return String(error);
    }
  }

  /** The answer of a person, if it is there already. */
  #answerOf(turn: Asked): void {
    if (turn.answer) return;
    const { id, writes } = turn.role;
    const at = this.#asked.get(id) ?? 0;
    const said = this.#args.answers?.[id]?.[at];
    if (said === undefined) return;
    this.#asked.set(id, at + 1);
    const works =
      typeof said === 'string' ? Object.fromEntries(writes.map(name => [name, said])) : said.works;
    const channels = [...channelsOf(this.team, turn.role).keys()];
    const messages = Object.fromEntries(channels.map(name => [name, [`${id} has answered.`]]));
    turn.answer = { works, messages };
  }

  /** Ends the run for now: a person has to be asked. */
  #wait(turn: Asked): void {
    const { id, prompt = '' } = turn.role;
    this.ending ??= { by: 'person', role: id };
    this.ask ??= {
      role: id,
      text: `${prompt}\n\n${promptOf(this.team, turn)}`,
      next:
        'Show this to the user and wait for the answer. Then run this workflow again with `resumeFromRunId` of this run, and the same ' +
        `\`args\` with the answer added at the end of the list \`answers["${id}"]\`. Never answer yourself.`,
    };
  }

  #pass({ role, messages: received }: Turn, { works, messages, loops = {}, stops = {} }: Answer): void {
    this.#turns += 1;
    for (const [name, work] of Object.entries(works))
      this.works.set(name, [...(this.works.get(name) ?? []), work]);
    const stop = this.team.stops.find(({ judges }, at) => judges.includes(role.id) && stops[`${at + 1}`]);
    if (stop) {
      this.ending = { by: 'stop', stop: stop.says };
      return;
    }
    const walked = mostWalks(received.map(message => message.walked));
    const channels = channelsOf(this.team, role);
    for (const [name, sent] of Object.entries(messages)) {
      const way = channels.get(name)!;
      const texts = loops[way.edge.loop ?? ''] ? [] : textsIn(sent);
      if (texts.length > 0) this.#send(way, texts, walked);
      if (this.ending) return;
    }
  }

  /** Passes texts along a way. One text for a role in which several act goes to each of them. */
  #send(way: Way, texts: string[], walked: Walks): void {
    const own = this.#ways.find(({ name, from }) => name === way.name && from === way.from)!;
    const next = this.#bounded.has(own) ? walk(this.team, way, walked) : walked;
    if (typeof next === 'string') {
      this.ending = { by: 'bound', bound: next };
      return;
    }
    const { from, to } = way;
    const edge = way.edge as Edge;
    const { least = 1 } = this.#role(to);
    const copies = texts.length === 1 ? least : 1;
    for (const text of texts)
      for (let copy = 1; copy <= copies; copy += 1) {
        this.passed.push({ from, to, kind: edge.kind });
        const which = copies > 1 ? { copy: `${copy} of ${copies}` } : {};
        this.#pending.push({ edge, from, turn: this.#turns, to, text, walked: next, ...which });
      }
  }
}

/** Runs a team until a stop condition or a bound ends it, or a person has to be asked. */
export async function runTeam(
  team: Team,
  args: Args | string | undefined,
  runtime: Runtime,
): Promise<Result> {
  const run = new Run(team, typeof args === 'object' ? args : { task: args ?? '' }, runtime);
  let timer: unknown;
  const late = new Promise<void>(resolve => {
    timer = runtime.setTimeout(() => {
      run.ending ??= { by: 'bound', bound: 'elapsed_milliseconds' };
      resolve();
    }, team.bounds.milliseconds);
  });
  await Promise.race([run.go(), late]);
  runtime.clearTimeout(timer);
  return run.result();
}
