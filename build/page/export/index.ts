/** All targets of exports, in the order of `exportTargets`. */
import type { ExportTarget, exportTargets } from '#document/kind/export.ts';
import { claudeCode } from './claude-code.ts';
import { claudeWorkflow } from './claude-workflow.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import { dockerAgent } from './docker-agent.ts';
import { langgraphJs, openaiAgentsJs } from './framework.ts';
import { geminiCli } from './gemini-cli.ts';
import { opencode } from './opencode.ts';
import { prompts } from './prompts.ts';
import type { Target } from './target.ts';

type InOrder<Ids extends readonly ExportTarget[]> = { [At in keyof Ids]: Target<Ids[At]> };

/** One target for each id in `exportTargets`, in the same order. If one is missing or elsewhere, this does not compile. */
const inOrder: InOrder<typeof exportTargets> = [
  claudeCode,
  codex,
  copilot,
  geminiCli,
  opencode,
  dockerAgent,
  claudeWorkflow,
  cursor,
  prompts,
  openaiAgentsJs,
  langgraphJs,
];

export const targets: readonly Target[] = inOrder;
