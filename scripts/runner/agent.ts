/** The agents that a runner knows: how to start each, and how to read its tokens, its end and its errors. */
import { readFileSync } from 'node:fs';
import { unlessThrown } from '#document/text/unless-thrown.ts';
import { amountOf, type Fields, fieldsOf } from '../support/json.ts';
import { readTraces } from './conformance/read.ts';
import { type Ended, emptyTrace, type Trace, TraceError } from './conformance/trace.ts';

interface Agent {
  /** The default command, which gets the task on its standard input. */
  command: readonly string[];
  /** The variables with which the agent finds its model, its account and its settings. */
  variables: readonly string[];
  /** Reads the output of the agent as a trace; undefined if it shows nothing. */
  read(file: string): Trace | undefined;
}

const openai = ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_ORG_ID', 'OPENAI_PROJECT_ID'];
const anthropic = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_BASE_URL'];
const google = ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_CLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION'];

/**
 * The agents, with flags as their documentation states them: code.claude.com/docs/en/headless,
 * developers.openai.com/codex/noninteractive, and so on.
 */
export const agents: Readonly<Record<string, Agent>> = {
  claude: {
    command: ['claude', '-p', '--output-format', 'stream-json', '--verbose', '--model', '{model}'],
    variables: [...anthropic, 'CLAUDE_CODE_OAUTH_TOKEN', 'CLAUDE_CONFIG_DIR'],
    read: readSession,
  },
  codex: {
    command: ['codex', 'exec', '--json', '--skip-git-repo-check', '--model', '{model}', '-'],
    variables: [...openai, 'CODEX_API_KEY', 'CODEX_HOME'],
    read: file => readEnd(file, lastEnd),
  },
  gemini: {
    command: ['gemini', '--output-format', 'stream-json', '--model', '{model}'],
    variables: google,
    read: file => readEnd(file, lastEnd),
  },
  opencode: {
    command: ['opencode', 'run', '--format', 'json', '--model', '{model}'],
    variables: [...openai, ...anthropic, ...google, 'OPENCODE_CONFIG'],
    read: file => readEnd(file, opencodeEnd),
  },
};

/** Reads a transcript of Claude Code, which shows all acts of its agents; undefined if it cannot be read. */
function readSession(file: string): Trace | undefined {
  try {
    return readTraces([file])[0];
  } catch (error) {
    if (error instanceof TraceError) return undefined;
    throw error;
  }
}

/** The end of a run, and its tokens. */
type End = Pick<Trace, 'total' | 'ended'>;

/** Reads the output of an agent that states only its tokens and its end; undefined if it states neither. */
function readEnd(file: string, endOf: (lines: readonly Fields[]) => End | undefined): Trace | undefined {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => unlessThrown(() => fieldsOf(JSON.parse(line))))
    .filter(fields => fields !== undefined);
  if (lines.length === 0) return undefined;
  const unclear = [{ place: file, what: 'It does not tell which agents acted.' }];
  return { ...emptyTrace(file), unclear, ...endOf(lines) };
}

function ended(message: unknown, code?: unknown): Ended {
  if (message === undefined) return {};
  const error = String(message).slice(0, 400);
  const status = amountOf(code) || Number(/\b(4\d\d|5\d\d)\b/.exec(error)?.[1] ?? 0);
  return { error, ...(status >= 400 && { status }) };
}

/**
 * Reads the last line that states how a run ended, in the output of `codex exec --json` (openai/codex, `exec_events.rs`) or of
 * `gemini --output-format stream-json` (google-gemini/gemini-cli, `packages/core/src/output/types.ts`).
 */
function lastEnd(lines: readonly Fields[]): End | undefined {
  const last = lines.findLast(({ type }) =>
    /^(?:turn\.(?:completed|failed)|error|result)$/.test(String(type)),
  );
  if (!last) return undefined;
  const { input_tokens, output_tokens } = fieldsOf(last.usage ?? last.stats);
  const { message, code } = last.type === 'error' ? last : fieldsOf(last.error);
  return {
    total: { input: amountOf(input_tokens), output: amountOf(output_tokens) },
    ended: ended(message ?? (/failed|error/.test(String(last.type)) ? 'It failed.' : undefined), code),
  };
}

/** Reads the end of a run from the output of `opencode run --format json` (anomalyco/opencode, `cli/cmd/run.ts`). */
function opencodeEnd(lines: readonly Fields[]): End {
  const steps = lines.filter(({ type }) => type === 'step_finish').map(({ part }) => fieldsOf(part));
  const sum = (amount: (tokens: Fields, cache: Fields, part: Fields) => number) =>
    steps.reduce((total, part) => {
      const tokens = fieldsOf(part.tokens);
      return total + amount(tokens, fieldsOf(tokens.cache), part);
    }, 0);
  const error = lines.findLast(({ type }) => type === 'error')?.error;
  const { name, data } = fieldsOf(error);
  const { message, statusCode } = fieldsOf(data);
  return {
    total: {
      input: sum(({ input }, { read, write }) => amountOf(input) + amountOf(read) + amountOf(write)),
      output: sum(({ output, reasoning }) => amountOf(output) + amountOf(reasoning)),
    },
    ended: {
      cost: sum((_tokens, _cache, part) => amountOf(part.cost)),
      ...(error !== undefined && ended(message ?? name ?? 'It failed.', statusCode)),
    },
  };
}

/**
 * The consequence of an error. `transient`: the run is tried again. `fatal`: the runner ends, since every other run would fail
 * too.
 */
export type FailureKind = 'transient' | 'fatal';

const transientStatuses = new Set([408, 425, 429, 500, 502, 503, 504, 529]);
const fatalStatuses = new Set([401, 402, 403]);
const fatalText =
  /invalid (?:api|x-api)[ -]?key|incorrect api key|not logged in|please run \/login|unauthori[sz]ed|credit balance|insufficient_quota|usage limit|billing/i;
const transientText =
  /rate.?limit|overloaded|too many requests|time[ds]? ?out|ECONN|ENOTFOUND|EAI_AGAIN|socket hang up|network|connection|stream disconnected|temporar|unavailable|try again/i;

/** Returns the consequence of an error of an agent; undefined for an error about the case, such as too many turns. */
export function complaintOn({ error, status }: NonNullable<Trace['ended']>): FailureKind | undefined {
  if (error === undefined) return undefined;
  if (fatalText.test(error) || (status !== undefined && fatalStatuses.has(status))) return 'fatal';
  if (status !== undefined && transientStatuses.has(status)) return 'transient';
  return status === undefined && transientText.test(error) ? 'transient' : undefined;
}
