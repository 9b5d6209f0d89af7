/** A team as a workflow holds it, and what a run of it takes and gives. */

export interface Role {
  id: string;
  performer: 'model' | 'program' | 'person';
  reads: string[];
  writes: string[];
  /** The agent that performs it; absent for a person. */
  agent?: string;
  /** How many act in it at once: no fewer, and no more. */
  least?: number;
  most?: number;
  /** Whether each of its agents works in a work tree of its own. */
  isolated?: boolean;
  /** The question to a person; the instructions of an agent are in its file. */
  prompt?: string;
}

export interface Edge {
  from: string;
  to: string;
  kind: 'delegates' | 'hands_off' | 'reviews' | 'reports' | 'votes' | 'reads';
  /** The condition under which `from` takes it; always, if absent. */
  when?: string;
  order?: number;
  loop?: string;
}

export interface Team {
  name: string;
  entry: string;
  roles: Role[];
  edges: Edge[];
  /** Outer loops first. */
  loops: { id: string; most: number; until: string }[];
  /** The forms of works: headings of Markdown, or a JSON Schema. */
  forms: { work: string; headings?: string[]; schema?: object }[];
  /** The works that a run delivers; none: all of them. */
  outputs: string[];
  /** The conditions that end a run, and the roles that are asked whether each holds. */
  stops: { says: string; judges: string[] }[];
  bounds: { agents: number; rounds?: number; calls?: number; outputTokens: number; milliseconds: number };
}

/** The answer of a person: a text for all works of the role, or its works by name. */
export type Said = string | { works: Record<string, unknown> };

/** The input of a workflow: the task alone, or these. */
export interface Args {
  task?: string;
  /** The works that no role writes, by name. */
  given?: Record<string, unknown>;
  /** The answers of persons so far, by role and in order. */
  answers?: Record<string, Said[]>;
}

/** The functions and the budget that Claude Code gives to the script of a workflow. */
export interface Runtime {
  agent(prompt: string, options: object): Promise<unknown>;
  parallel(tasks: (() => Promise<unknown>)[]): Promise<unknown[]>;
  log(text: string): void;
  budget: { total: number | null; spent(): number };
  setTimeout(act: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** The answer of a role. */
export interface Answer {
  works: Record<string, unknown>;
  /** Texts by channel; with a condition, also whether that holds. */
  messages: Record<string, string[] | { holds: boolean; texts: string[] }>;
  /** Whether each loop is over. */
  loops?: Record<string, boolean>;
  /** Whether each stop condition holds, by its number from 1. */
  stops?: Record<string, boolean>;
}

export interface Message {
  edge?: Edge;
  from: string;
  /** The turn that wrote it; 0 for the task. */
  turn: number;
  to: string;
  text: string;
  /** Which one of several that were given the same, as "1 of 3". */
  copy?: string;
  walked: Record<string, number>;
}

/** How a run ended. By a person: it waits for an answer. */
export type Ending =
  | { by: 'stop'; stop: string }
  | { by: 'bound'; bound: string }
  | { by: 'fault'; role: string; faults: string[] }
  | { by: 'person'; role: string }
  | { by: 'silence' };

export interface Result {
  ending: Ending;
  /** The works that the team delivers, each in the order in which it was written. */
  works: Record<string, unknown[]>;
  /** Every message that passed, in order. */
  passed: { from: string; to: string; kind: string }[];
  spent: { agents: number; outputTokens: number };
  /** The question to a person, and how the run goes on then. */
  ask?: { role: string; text: string; next: string };
}
