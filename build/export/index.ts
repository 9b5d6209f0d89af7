/** Every target of exports, one line each, in the order of the kind. */
import { agentSpec } from './agent-spec.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { dockerAgent } from './docker-agent.ts';
import { geminiCli } from './gemini-cli.ts';
import { langgraphJs } from './langgraph-js.ts';
import { openaiAgentsJs } from './openai-agents-js.ts';
import { opencode } from './opencode.ts';
import type { Target } from './target.ts';

export const targets: readonly Target[] = [
  claudeCode,
  codex,
  copilot,
  geminiCli,
  opencode,
  dockerAgent,
  agentSpec,
  openaiAgentsJs,
  langgraphJs,
];
