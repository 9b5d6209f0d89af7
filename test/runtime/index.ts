/** The runtimes that are measured, one line each. */
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { geminiCli } from './gemini-cli.ts';
import { opencode } from './opencode.ts';
import type { Runtime } from './runtime.ts';

export const runtimes: readonly Runtime[] = [claudeCode, codex, geminiCli, copilot, opencode];
