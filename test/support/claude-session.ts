/**
 * Sessions of Claude Code as they lie on disk, in the form of versions 1.0 (agents within the file of the session), 2.0 (`agent-ID.jsonl`
 * beside it) and 2.1 (`SESSION/subagents/`, with `agent-ID.meta.json`). The form follows the notes of people on
 * what they found on their disks, in github.com/jwhenry28/claude-code-visualizer and github.com/23min/copilot-lens.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './folder.ts';

export type Layout = 'within' | 'beside' | 'subagents';

/** An agent that the session, or another agent, starts. */
export interface Started {
  type: string;
  tools?: string[];
  starts?: Started[];
  /** It goes on while the session does. */
  isAsync?: boolean;
}

export const sessionId = '6f2d1c3a-7c1e-4b7e-9a5e-0d5c4b3a2f10';

type Line = Record<string, unknown>;

/** All lines of a session, by file name. */
export class SessionOnDisk {
  readonly folder = temporaryFolder();
  readonly layout: Layout;
  readonly files = new Map<string, Line[]>();
  #clock = Date.parse('2026-04-01T00:00:00Z');
  #count = 0;

  constructor(layout: Layout, agents: readonly Started[]) {
    this.layout = layout;
    const main = this.mainFile;
    this.#push(
      main,
      { type: 'file-history-snapshot', messageId: 'm', snapshot: {}, isSnapshotUpdate: false },
      false,
    );
    this.#push(main, { type: 'user', message: { role: 'user', content: 'Repair it.' } });
    this.#call(main, {}, 'Read', {}, { content: 'text' });
    for (const agent of agents) this.#start(main, {}, agent);
    this.#says(main, {}, [{ type: 'text', text: 'Done.' }]);
  }

  get mainFile(): string {
    return `${sessionId}.jsonl`;
  }

  /** Adds a line as it is. */
  add(file: string, line: Line): void {
    this.#push(file, line);
  }

  /** Writes the files, but for some. @returns the path of the session */
  write(...without: RegExp[]): string {
    for (const [name, lines] of this.files) {
      if (without.some(each => each.test(name))) continue;
      const path = join(this.folder, name);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, `${lines.map(line => JSON.stringify(line)).join('\n')}\n`);
    }
    return join(this.folder, this.mainFile);
  }

  #push(file: string, line: Line, isMessage = true): string {
    this.#clock += 1000;
    this.#count += 1;
    const uuid = `00000000-0000-4000-8000-${String(this.#count).padStart(12, '0')}`;
    const common = {
      ...{ userType: 'external', cwd: '/tmp/repo', sessionId, version: '2.1.39', gitBranch: 'main' },
      ...{ uuid, timestamp: new Date(this.#clock).toISOString() },
    };
    const before = { parentUuid: null, isSidechain: false };
    this.files.set(file, [
      ...(this.files.get(file) ?? []),
      isMessage ? { ...before, ...common, ...line } : line,
    ]);
    return uuid;
  }

  /** What a model says: one line for each part, each with the usage of the whole message. */
  #says(file: string, chain: Line, content: object[]): void {
    const id = `msg_${this.#count}`;
    const usage = {
      ...{ input_tokens: 3, output_tokens: 10, cache_creation_input_tokens: 7, cache_read_input_tokens: 90 },
      service_tier: 'standard',
    };
    const message = { id, type: 'message', role: 'assistant', model: 'claude-opus-4-5-20251101', usage };
    for (const part of [{ type: 'thinking', thinking: '' }, ...content])
      this.#follow(file, chain, { type: 'assistant', message: { ...message, content: [part] } });
  }

  #follow(file: string, chain: Line, line: Line): void {
    const last = this.files.get(file)?.at(-1)?.uuid;
    const parentUuid = (chain.last as string | undefined) ?? last ?? null;
    const { last: _, ...own } = chain;
    const uuid = this.#push(file, { parentUuid, ...own, ...line });
    if (chain.last !== undefined) chain.last = uuid;
  }

  #call(file: string, chain: Line, name: string, input: object, toolUseResult?: object): void {
    const id = `toolu_${this.#count}`;
    this.#says(file, chain, [{ type: 'tool_use', id, name, input }]);
    if (toolUseResult) this.#answer(file, chain, id, toolUseResult);
  }

  #answer(file: string, chain: Line, tool_use_id: string, toolUseResult: object): void {
    const content = [{ tool_use_id, type: 'tool_result', content: [{ type: 'text', text: 'ok' }] }];
    this.#follow(file, chain, { type: 'user', message: { role: 'user', content }, toolUseResult });
  }

  #start(file: string, chain: Line, { type, tools = [], starts = [], isAsync = false }: Started): void {
    const agentId = `a${(this.#count + 0xabc).toString(16)}`;
    const id = `toolu_${this.#count}`;
    const prompt = `You are ${type}, ${agentId}.`;
    const input = { description: 'work', prompt, subagent_type: type };
    this.#says(file, chain, [
      { type: 'tool_use', id, name: this.layout === 'subagents' ? 'Agent' : 'Task', input },
    ]);
    if (isAsync) this.#answer(file, chain, id, { isAsync, status: 'async_launched', agentId });
    const own = this.#fileOf(agentId);
    const within: Line = this.layout === 'within' ? { isSidechain: true } : { isSidechain: true, agentId };
    const first = { ...within, parentUuid: null, type: 'user', message: { role: 'user', content: prompt } };
    within.last = this.#push(own, first);
    if (this.layout === 'subagents')
      this.files.set(own.replace('.jsonl', '.meta.json'), [{ agentType: type, toolUseId: id }]);
    for (const tool of tools) this.#call(own, within, tool, {}, { content: 'text' });
    for (const inner of starts) this.#start(own, within, inner);
    this.#says(own, within, [{ type: 'text', text: 'Done.' }]);
    const result = { status: 'completed', prompt, totalTokens: 100, totalToolUseCount: tools.length };
    if (!isAsync) this.#answer(file, chain, id, this.layout === 'within' ? result : { ...result, agentId });
  }

  #fileOf(agentId: string): string {
    if (this.layout === 'within') return this.mainFile;
    return this.layout === 'beside'
      ? `agent-${agentId}.jsonl`
      : `${sessionId}/subagents/agent-${agentId}.jsonl`;
  }
}
