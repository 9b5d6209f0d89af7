/** What is kept of a session of Claude Code. */
import type { Unclear } from '../trace.ts';

/** A call of a tool. */
export interface ToolUse {
  id: string;
  tool: string;
  place: string;
  at: number;
  /** The chain of messages in which it is. */
  chain: Chain;
  /** For a call that starts an agent: its type, and what it was told, as a digest. */
  starts?: { type: string | undefined; prompt: string };
}

/** What came back from a call. */
export interface ToolAnswer {
  at: number;
  agentId: string | undefined;
  agentType: string | undefined;
  /** Whether the agent goes on after the answer. */
  isAsync: boolean;
}

/** The messages of one agent, or of the session itself. */
export interface Chain {
  /** Undefined for the session, and for an agent whose messages are in the file of the session. */
  agentId: string | undefined;
  isSession: boolean;
  place: string;
  first: number;
  last: number;
  /** Its type and the call that started it, as notes beside it say. */
  type: string | undefined;
  call: string | undefined;
  /** A digest of what it was told first. */
  prompt: string | undefined;
}

/** All that is kept of a session. */
export interface Session {
  name: string;
  chains: Chain[];
  uses: ToolUse[];
  answers: Map<string, ToolAnswer>;
  /** Tokens of each message of a model: several lines repeat them. */
  usage: Map<string, { at: number; input: number; output: number }>;
  unclear: Unclear[];
}
