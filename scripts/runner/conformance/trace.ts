/** A trace of a run: its turns, messages, tokens and end, whatever wrote it. */

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
  /** Whether it is inside of something that is missing from the trace. */
  isCut?: boolean;
}

/** A message as its receiver shows it. */
export interface Sent {
  turn: Turn;
  /** The kind of edge, where the trace states it. */
  kind?: string;
  /** Whether the sender waits for the receiver to end. */
  waits: boolean;
}

/** The session of a command-line agent. It performs no role, unless the team has one alone. */
export const session = 'session';

interface Call {
  place: string;
  tool: string;
  at: number;
  /** The caller; undefined if the trace does not say. */
  by: Turn | undefined;
}

/** Tokens that were used between two times. */
export interface Usage {
  start: number;
  end: number;
  input: number;
  output: number;
}

/** A place in a trace, and the reason why something there cannot be told. */
export interface Unclear {
  place: string;
  what: string;
}

/** The end of a run of a command-line agent. */
export interface Ended {
  /** The error that it reported; undefined if none. */
  error?: string;
  /** The HTTP status behind the error, where it is known. */
  status?: number;
  /** The cost of the run in US dollars, by the agent's own reckoning. */
  cost?: number;
}

export interface Trace {
  /** A file, and a trace id where a file holds several. */
  name: string;
  turns: Turn[];
  calls: Call[];
  usage: Usage[];
  /** Sums where nothing says when they were used. */
  total?: { input: number; output: number };
  milliseconds?: number;
  unclear: Unclear[];
  ended?: Ended;
}

export const emptyTrace = (name: string): Trace => ({ name, turns: [], calls: [], usage: [], unclear: [] });

/** A trace that cannot be read: where, why, and what to do. */
export class TraceError extends Error {
  override name = 'TraceError';
}
