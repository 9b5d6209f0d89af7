/**
 * Facts from the documentation of runtimes, for claims that we could not measure: for each runtime and claim, whether the claim
 * holds, and the page that says so.
 */
import type { ClaimId, Documentation, HostId } from './claim.ts';

const vsCode: Documentation = {
  version: 'VS Code 1.120',
  source: 'https://code.visualstudio.com/docs/agents/reference/custom-agent-file-reference',
  holds: true,
};

export const documented: Partial<Record<HostId, Partial<Record<ClaimId, Documentation>>>> = {
  'claude-code': {
    pages: {
      version: 'Claude Code 2.1',
      source: 'https://code.claude.com/docs/en/tools-reference',
      holds: false,
    },
  },
  'gemini-cli': {
    pages: {
      version: 'Gemini CLI 0.61',
      source: 'https://www.geminicli.com/docs/tools/web-fetch',
      holds: false,
    },
  },
  copilot: { tools: vsCode, team: vsCode, alone: vsCode },
};
