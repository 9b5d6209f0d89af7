/** What the readers of transcripts have in common: lines of JSON that a command-line agent printed, in order. */
import { emptyTrace, session, type Trace, type Turn } from '../trace.ts';

/** Reads the lines of one transcript. */
export interface TranscriptReader {
  line(value: Record<string, unknown>, at: number): void;
  /** @param last the number of the last line */
  end(last: number): Trace;
}

/** A format: how its first line is recognised. */
export interface TranscriptFormat {
  id: string;
  isFirst(value: Record<string, unknown>): boolean;
  open(file: string): TranscriptReader;
}

/** A trace with the session as its first turn, and what adds to it. Line numbers stand for times. */
export function sessionTrace(file: string) {
  const trace = emptyTrace(file);
  const own: Turn = { place: file, agent: session, start: 0, end: Number.MAX_SAFE_INTEGER, clock: 'lines' };
  trace.turns.push(own);
  return {
    trace,
    session: own,
    /** Begins the turn of an agent. */
    turn(agent: string, at: number): Turn {
      const turn = { place: `${file}:${at}`, agent, start: at, end: at, clock: 'lines' };
      trace.turns.push(turn);
      return turn;
    },
    call(tool: string, by: Turn | undefined, at: number): void {
      trace.calls.push({ tool, by, at, place: `${file}:${at}` });
    },
    /** A turn whose end is not told ends with the transcript. */
    end(last: number): Trace {
      for (const turn of trace.turns) turn.end = Math.min(turn.end, last);
      return trace;
    },
  };
}
