import { claudeWorkflow } from '../../build/page/export/claude-workflow.ts';
import { readTeam, type Team } from '../../build/page/program/team.ts';
import { type PlainTeam, performerOf, tools } from './team.ts';
import { type Journal, type Result, runWorkflow } from './workflow.ts';

export const read = ({ text, file }: PlainTeam): Team => readTeam(text, `/${file}`);

interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  minItems?: number;
}

/** A turn of an agent: what it was told, by the name of the work, and what it answered. */
export interface Turn {
  role: string;
  label: string;
  prompt: string;
  seen: Record<string, string>;
  answer: Record<string, unknown>;
}

/** Decides whether a role takes an edge. @param times how often it was asked before */
type Decide = (key: string, times: number) => boolean;

/** Takes every edge the first time, and no edge after that. */
const once: Decide = (_, times) => times === 0;

/** Answers roles from the form of what they are asked for: texts that say who wrote them, two items where nothing says how many. */
export class Player {
  readonly turns: Turn[] = [];
  readonly #asked = new Map<string, number>();
  readonly #decide: Decide;
  #number = 0;

  constructor(decide: Decide = once) {
    this.#decide = decide;
  }

  /** Returns the answer of a role. */
  turn(role: string, label: string, prompt: string, schema: object): Record<string, unknown> {
    const answer = this.value(schema as Schema, role) as Record<string, unknown>;
    const parts = prompt.split(/^# ([a-z0-9-]+)\n\n/m).slice(1);
    const seen = Object.fromEntries(
      parts.flatMap((part, at) => (at % 2 ? [] : [[part, parts[at + 1]!.trim()]])),
    );
    this.turns.push({ role, label, prompt, seen, answer });
    return answer;
  }

  value(schema: Schema, role: string, key = ''): unknown {
    const { type, enum: values, anyOf, properties, items, minItems = 2 } = schema;
    if (anyOf) return this.value(anyOf[0]!, role, key);
    if (values) return values[0];
    if (schema.const !== undefined) return schema.const;
    if (type === 'object')
      return Object.fromEntries(
        Object.entries(properties ?? {}).map(([name, each]) => [name, this.value(each, role, name)]),
      );
    if (type === 'array') return Array.from({ length: minItems }, () => this.value(items ?? {}, role));
    if (type === 'boolean' && key.includes('.')) {
      const times = this.#asked.get(key) ?? 0;
      this.#asked.set(key, times + 1);
      return this.#decide(key, times);
    }
    this.#number += 1;
    if (type === 'boolean') return true;
    if (type === 'number' || type === 'integer') return this.#number;
    return `${role} wrote ${this.#number}.`;
  }
}

interface Play {
  decide?: Decide;
  /** The output tokens that each agent costs. */
  tokens?: number;
  total?: number;
  /** Changes what an agent says; null is an agent that gave no answer. */
  changed?: (turn: Turn) => Record<string, unknown> | null;
}

interface Played {
  result: Result;
  turns: Turn[];
  most: number;
  /** The questions to persons. */
  asked: string[];
}

/** The inputs of a team, each a text that names it. */
export const inputsFor = (team: PlainTeam): Record<string, string> => {
  const written = new Set(team.roles.flatMap(({ writes }) => writes));
  const read = team.roles.flatMap(({ reads }) => reads);
  return Object.fromEntries(read.filter(work => !written.has(work)).map(work => [work, `The ${work}.`]));
};

/** Runs the workflow of a team; whoever is asked as a person answers in words, and the run is resumed. */
export async function play(
  team: PlainTeam,
  { decide, tokens = 5, total, changed }: Play = {},
): Promise<Played> {
  const files = claudeWorkflow.files(read(team), tools);
  const { text } = files.find(({ path }) => path === `.claude/workflows/${team.name}.js`)!;
  const agents = files.flatMap(({ path }) => /agents\/(.+)\.md$/.exec(path)?.[1] ?? []);
  const persons = team.roles.filter(role => performerOf(team, role) === 'person').map(({ id }) => id);
  const answers: Record<string, string[]> = {};
  const player = new Player(decide);
  const asked: string[] = [];
  let journal: Journal = [];
  for (;;) {
    const ran = await runWorkflow(text, {
      ...{
        args: { ...inputsFor(team), ...(asked.length > 0 && { personAnswers: answers }) },
        agents,
        journal,
      },
      ...(total !== undefined && { total }),
      play(prompt, { phase, label, schema }) {
        const answer = player.turn(phase, label, prompt, schema);
        return { answer: changed ? changed(player.turns.at(-1)!) : answer, tokens };
      },
    });
    const { result, most } = ran;
    if (result.ended !== 'waits') return { result, turns: player.turns, most, asked };
    asked.push(result.why!);
    const role = persons.find(id =>
      result.why!.startsWith(read(team).roles.find(each => each.id === id)!.prompt),
    )!;
    answers[role] = [...(answers[role] ?? []), `${role} said ${asked.length}.`];
    journal = ran.journal;
  }
}

/** Returns who acted how often and saw which works, of the roles that are models. */
export const factsOf = (turns: readonly Turn[], models: ReadonlySet<string>): string[] =>
  turns
    .filter(({ role }) => models.has(role))
    .map(({ label, seen }) => `${label}: ${Object.keys(seen).sort().join(', ')}`)
    .sort();
