/** A trace of a run: its turns, messages, tokens and end, in a form that is independent of its source. */

/** An agent that acts once, from when it is given work until it stops. */
export interface Turn {
  /** The place of the turn: a file and line, or a span. */
  place: string;
  /** The name of the agent in the trace; `session` for the session that a command-line agent runs in. */
  agent: string;
  /** The beginning and the end on the clock of the trace: milliseconds, or line numbers. */
  start: number;
  end: number;
  /** The clock of the times. Times of different clocks are not compared; `lines` are line numbers. */
  clock: string;
  /** The turns that gave work to this turn; absent if the trace does not say. */
  from?: Sent[];
  /** Set if the turn lies within a span that is missing from the trace. */
  isCut?: boolean;
}

/** A message, as the turn that receives it has it. */
export interface Sent {
  turn: Turn;
  /** The kind of edge; absent if the trace does not state it. */
  kind?: string;
  /** Whether the sender waits for the receiver to end. */
  waits: boolean;
}

/** The name of the session of a command-line agent. The session performs no role, unless the team has only one. */
export const session = 'session';

interface Call {
  place: string;
  tool: string;
  at: number;
  /** The turn that called the tool; undefined if the trace does not say. */
  by: Turn | undefined;
}

/** Tokens that were used between two times. */
export interface Usage {
  start: number;
  end: number;
  input: number;
  output: number;
}

/** A place in a trace, and the reason why the trace does not determine what happened there. */
export interface Unclear {
  place: string;
  what: string;
}

/** The end of a run of a command-line agent. */
export interface Ended {
  /** The error that the agent reported; undefined if it reported none. */
  error?: string;
  /** The HTTP status behind the error; absent if it is unknown. */
  status?: number;
  /** The cost of the run in US dollars, as the agent computes it; absent if it states none. */
  cost?: number;
}

export interface Trace {
  /** The file of the trace, with the id of the trace if the file holds several. */
  name: string;
  turns: Turn[];
  calls: Call[];
  usage: Usage[];
  /** The tokens of the whole run, if the trace does not say when they were used. */
  total?: { input: number; output: number };
  milliseconds?: number;
  unclear: Unclear[];
  ended?: Ended;
}

export const emptyTrace = (name: string): Trace => ({ name, turns: [], calls: [], usage: [], unclear: [] });

/** An error for a trace that cannot be read. It says where, why, and what to do. */
export class TraceError extends Error {
  override name = 'TraceError';
}
