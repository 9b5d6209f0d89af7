/** The agents that a runner knows: how each is started, and how it says how it ended. */
import type { Trace } from './conformance/trace.ts';

interface Agent {
  /** The command when none is given; the task is its standard input. */
  command: readonly string[];
  /** The variables by which it finds its model, its account and its settings. */
  variables: readonly string[];
}

const openai = ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_ORG_ID', 'OPENAI_PROJECT_ID'];
const anthropic = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_BASE_URL'];
const google = ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_CLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION'];

/** Flags by their documentation: code.claude.com/docs/en/headless, developers.openai.com/codex/noninteractive, and so on. */
export const agents: Readonly<Record<string, Agent>> = {
  claude: {
    command: ['claude', '-p', '--output-format', 'stream-json', '--verbose', '--model', '{model}'],
    variables: [...anthropic, 'CLAUDE_CODE_OAUTH_TOKEN', 'CLAUDE_CONFIG_DIR'],
  },
  codex: {
    command: ['codex', 'exec', '--json', '--skip-git-repo-check', '--model', '{model}', '-'],
    variables: [...openai, 'CODEX_API_KEY', 'CODEX_HOME'],
  },
  gemini: { command: ['gemini', '--output-format', 'stream-json', '--model', '{model}'], variables: google },
  opencode: {
    command: ['opencode', 'run', '--format', 'json', '--model', '{model}'],
    variables: [...openai, ...anthropic, ...google, 'OPENCODE_CONFIG'],
  },
};

/** The consequence of an error: `transient` tries again; `fatal` ends the runner, since every other run would fail too. */
export type FailureKind = 'transient' | 'fatal';

const transientStatuses = new Set([408, 425, 429, 500, 502, 503, 504, 529]);
const fatalStatuses = new Set([401, 402, 403]);
const fatalText =
  /invalid (?:api|x-api)[ -]?key|incorrect api key|not logged in|please run \/login|unauthori[sz]ed|credit balance|insufficient_quota|usage limit|billing/i;
const transientText =
  /rate.?limit|overloaded|too many requests|time[ds]? ?out|ECONN|ENOTFOUND|EAI_AGAIN|socket hang up|network|connection|stream disconnected|temporar|unavailable|try again/i;

/** Sorts an error of an agent; undefined for one that tells something of the case, such as too many turns. */
export function complaintOn({ error, status }: NonNullable<Trace['ended']>): FailureKind | undefined {
  if (error === undefined) return undefined;
  if (fatalText.test(error) || (status !== undefined && fatalStatuses.has(status))) return 'fatal';
  if (status !== undefined && transientStatuses.has(status)) return 'transient';
  return status === undefined && transientText.test(error) ? 'transient' : undefined;
}
