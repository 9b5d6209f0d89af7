/** The measurements by host: the two newest versions of each, the newest first. */
import type { HostId, Measurement } from '../claim.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { geminiCli } from './gemini-cli.ts';
import { opencode } from './opencode.ts';

export const record: Readonly<Record<HostId, readonly Measurement[]>> = {
  'claude-code': claudeCode,
  codex,
  copilot,
  'gemini-cli': geminiCli,
  opencode,
};
