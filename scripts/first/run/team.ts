/** A team as data, and what passes between its roles. */
export interface Role {
  id: string;
  performer: 'model' | 'program' | 'person';
  /** How strong its model has to be. */
  tier: 'none' | 'small' | 'medium' | 'large';
  /** How many may act in it at once; absent: one. */
  most?: number;
  tools: string[];
  reads: string[];
  writes: string[];
  /** Whether it may name a stop condition. */
  stops: boolean;
  prompt: string;
}

interface Edge {
  from: string;
  to: string;
  kind: 'delegates' | 'hands_off' | 'reviews' | 'reports' | 'votes' | 'reads';
  /** The condition under which `from` takes it; always, if absent. */
  when?: string;
  loop?: string;
}

export interface Team {
  name: string;
  goal: string;
  /** How the work goes round, for those who judge conditions. */
  flow: string;
  entry: string;
  roles: Role[];
  edges: Edge[];
  /** Outer loops first. */
  loops: { id: string; most: number; until: string }[];
  /** What works hold, and their forms: headings of Markdown, or a JSON Schema as text. */
  forms: { work: string; says: string; headings?: string[]; schema?: string }[];
  /** The works that a run delivers; none: all of them. */
  outputs: string[];
  stops: string[];
  /** `rounds` bounds each edge of a cycle where no loops are named. */
  bounds: {
    agents: number;
    rounds?: number;
    calls?: number;
    inputTokens: number;
    outputTokens: number;
    milliseconds: number;
  };
}

/** What a role returns. */
export interface Answer {
  works: { name: string; text: string }[];
  /**
   * `to` is one of `Turn.channels`. `gives` are the numbers of those of its works, from 1, that nobody else who acts in that role sees.
   * Where it is absent, and as many texts of a work were written as messages went to the role, each message has one of them.
   */
  messages: { to: string; text: string; gives?: number[] }[];
  /** The number of the stop condition that holds, from 1; null: none. */
  stop: number | null;
}

/** What a role is given. */
export interface Turn {
  role: Role;
  messages: { from: string; kind: string; text: string }[];
  /** The works that it reads, each in the order in which it was written. */
  works: Record<string, string[]>;
  /** The roles that it may write to, as `kind role`. */
  channels: string[];
  /** What was wrong with its last answer; empty at first. */
  faults: string[];
  /** What it has used so far; whoever performs the role adds to it. */
  used: Used;
}

/** The tools that were called in a turn, by name, and its tokens. */
export interface Used {
  tools: string[];
  inputTokens: number;
  outputTokens: number;
}

/** A turn that has ended, as whoever watches a run sees it. Times are milliseconds since 1970. */
export interface Watched extends Used {
  /** Counts from 1. */
  turn: number;
  role: string;
  /** The turns that wrote to it, and along which kind of edge. The task comes from none. */
  from: { turn: number; kind: string }[];
  began: number;
  ended: number;
}

/** A text of a work. */
export interface Written {
  /** Counts from 1 in a run. */
  number: number;
  /** The turn that wrote it; 0 for what was given. */
  turn: number;
  name: string;
  text: string;
  /** The roles to some of whose instances it was handed: the others of these roles do not see it. */
  handedTo: Set<string>;
}

export interface Message {
  edge?: Edge;
  from: string;
  /** The turn that wrote it; 0 for the task. */
  turn: number;
  to: string;
  text: string;
  /** The numbers of the texts that were handed over with it, and with those on whose way it goes on. */
  held: readonly number[];
  /** How often each edge of a loop was walked on the way here, under the number of the loop. */
  walked: Record<string, number>;
}

/** How a run ended: a stop condition, a bound, an answer that stayed wrong, or nobody had anything to do. */
export type Ending =
  | { by: 'stop'; stop: string }
  | { by: 'bound'; bound: string }
  | { by: 'fault'; role: string; faults: string[] }
  | { by: 'silence' };

export interface Result {
  ending: Ending;
  /** The works that the team delivers, each in the order in which it was written. */
  works: Record<string, string[]>;
  /** Every message that passed, in order. */
  passed: { from: string; to: string; kind: string }[];
  spent: { calls: number; inputTokens: number; outputTokens: number };
}
