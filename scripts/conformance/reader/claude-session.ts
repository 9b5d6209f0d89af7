/**
 * Sessions of Claude Code as they lie on disk (`~/.claude/projects/PATH/SESSION.jsonl`, versions 1.0 to 2.1): a line is a message with
 * `sessionId`, `uuid`, `parentUuid` and `timestamp`. What a subagent did has `isSidechain`; it is in the file of the session up to
 * version 1, and in a file of its own with an `agentId` since. The tools `Agent` and `Task` start one, and the answer names it in
 * `toolUseResult.agentId`. Lines of all files are collected here, and `claude-turns.ts` makes a trace of each session.
 */
import { createHash } from 'node:crypto';
import { amountOf, listOf, objectOf, type Trace, TraceError, textOf, type Unclear } from '../trace.ts';
import { metaBeside } from './claude-beside.ts';
import type { Chain, Session, ToolAnswer, ToolUse } from './claude-chain.ts';
import { traceOf } from './claude-turns.ts';

/** More messages than these are refused: they would not fit into memory. */
const mostMessages = 1_000_000;

type Fields = Record<string, unknown>;

/** Lines about the session itself, of which nothing is done by an agent. */
const notes = new Set([
  ...[
    'summary',
    'file-history-snapshot',
    'queue-operation',
    'progress',
    'system',
    'attachment',
    'last-prompt',
  ],
  ...['custom-title', 'ai-title', 'agent-name', 'agent-color', 'agent-setting', 'pr-link', 'tag', 'mode'],
  ...['permission-mode', 'content-replacement', 'worktree-state', 'bridge-session', 'speculation-accept'],
]);

export const isSessionLine = ({ type, sessionId, leafUuid, snapshot }: Fields): boolean =>
  typeof type === 'string' &&
  (typeof sessionId === 'string' ||
    (type === 'summary' && typeof leafUuid === 'string') ||
    (type === 'file-history-snapshot' && snapshot !== undefined));

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64');

class Collected implements Session {
  name: string;
  readonly chains: Chain[] = [];
  readonly uses: ToolUse[] = [];
  readonly answers = new Map<string, ToolAnswer>();
  readonly usage: Session['usage'] = new Map();
  readonly unclear: Unclear[] = [];
  readonly #agents = new Map<string, Chain>();
  /** The chain of each message within the file of the session, by its `uuid`. */
  readonly #inline = new Map<string, Chain>();
  readonly #seen = new Set<string>();
  readonly #unknown = new Map<string, number>();
  #main: Chain | undefined;
  #clock = 0;

  constructor(id: string) {
    this.name = `session ${id}`;
  }

  get size(): number {
    return this.#seen.size;
  }

  line(value: Fields, file: string, line: number): void {
    const { type, message } = value;
    const place = `${file}:${line}`;
    if (notes.has(String(type))) return;
    if (type !== 'user' && type !== 'assistant') {
      this.#unknown.set(String(type), (this.#unknown.get(String(type)) ?? 0) + 1);
      return;
    }
    const uuid = textOf(value.uuid) ?? place;
    // What is resumed begins with what was there before.
    if (this.#seen.has(uuid)) return;
    this.#seen.add(uuid);
    const at = this.#timeOf(value.timestamp);
    const chain = this.#chainOf(value, { uuid, file, place, at });
    chain.last = Math.max(chain.last, at);
    const { content, id, usage } = objectOf(message);
    if (type === 'assistant') this.#count(textOf(id) ?? uuid, at, objectOf(usage));
    if (type === 'user') chain.prompt ??= promptIn(content);
    for (const part of listOf(content)) this.#part(part, value, chain, at, place);
  }

  /** Sentences on lines that nobody knows. */
  end(): void {
    for (const [type, count] of [...this.#unknown].slice(0, 20))
      this.unclear.push({
        place: this.name,
        what: `${count === 1 ? 'A line' : `${count} lines`} of the type \`${type.slice(0, 60)}\`: nobody knows whether agents act in it.`,
      });
  }

  /** The time of a line, which may be missing: then that of the line before. */
  #timeOf(timestamp: unknown): number {
    const at = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
    if (!Number.isNaN(at)) this.#clock = at;
    return this.#clock;
  }

  #chainOf(
    value: Fields,
    { uuid, file, place, at }: { uuid: string; file: string; place: string; at: number },
  ): Chain {
    const agentId = textOf(value.agentId);
    const open = (isSession: boolean, type?: string, call?: string): Chain => {
      const chain = { agentId, isSession, place, first: at, last: at, type, call, prompt: undefined };
      this.chains.push(chain);
      return chain;
    };
    if (value.isSidechain !== true) {
      if (!this.#main) this.name = file;
      this.#main ??= open(true);
      return this.#main;
    }
    if (agentId !== undefined) {
      const known = this.#agents.get(agentId);
      const meta = known ? undefined : metaBeside(file);
      const chain = known ?? open(false, meta?.type, meta?.call);
      chain.type ??= textOf(value.attributionAgent);
      this.#agents.set(agentId, chain);
      return chain;
    }
    const chain = this.#inline.get(textOf(value.parentUuid) ?? '') ?? open(false);
    this.#inline.set(uuid, chain);
    return chain;
  }

  #count(id: string, at: number, usage: Fields): void {
    const input =
      amountOf(usage.input_tokens) +
      amountOf(usage.cache_creation_input_tokens) +
      amountOf(usage.cache_read_input_tokens);
    const known = this.usage.get(id);
    const output = Math.max(amountOf(usage.output_tokens), known?.output ?? 0);
    this.usage.set(id, { at, input: Math.max(input, known?.input ?? 0), output });
  }

  #part(part: Fields, line: Fields, chain: Chain, at: number, place: string): void {
    const id = textOf(part.type === 'tool_use' ? part.id : part.tool_use_id);
    const tool = textOf(part.name);
    if (part.type === 'tool_use' && id !== undefined && tool !== undefined) {
      const { subagent_type: type, prompt } = objectOf(part.input);
      const isStart = tool === 'Agent' || tool === 'Task';
      const starts = { type: textOf(type), prompt: typeof prompt === 'string' ? digestOf(prompt) : '' };
      this.uses.push({ id, tool, place, at, chain, ...(isStart && { starts }) });
    }
    if (part.type !== 'tool_result' || id === undefined) return;
    const { agentId, agentType, status } = objectOf(line.toolUseResult);
    const isAsync = status === 'async_launched';
    this.answers.set(id, { at, agentId: textOf(agentId), agentType: textOf(agentType), isAsync });
  }
}

/** A digest of what an agent is told; undefined for what is not a prompt, such as the answer of a tool. */
function promptIn(content: unknown): string | undefined {
  if (typeof content === 'string') return digestOf(content);
  const [first] = listOf(content);
  return first?.type === 'text' && typeof first.text === 'string' ? digestOf(first.text) : undefined;
}

/** The sessions of all files so far. */
export class ClaudeSessions {
  readonly #sessions = new Map<string, Collected>();
  #count = 0;

  add(value: Fields, file: string, line: number): void {
    const id = textOf(value.sessionId);
    if (id === undefined) return;
    const session = this.#sessions.get(id) ?? new Collected(id);
    this.#sessions.set(id, session);
    const before = session.size;
    session.line(value, file, line);
    this.#count += session.size - before;
    if (this.#count > mostMessages)
      throw new TraceError(
        `${file}:${line}: there are more than ${mostMessages} messages. Name fewer files.`,
      );
  }

  traces(): Trace[] {
    return [...this.#sessions.values()]
      .filter(({ size }) => size > 0)
      .map(session => {
        session.end();
        return traceOf(session);
      });
  }
}
