/** The output of an agent: of Claude Code all acts of its agents, of the others their tokens and how they ended. */
import { readFileSync } from 'node:fs';
import { readTraces } from './conformance/read.ts';
import { amountOf, type Ended, emptyTrace, objectOf, type Trace, TraceError } from './conformance/trace.ts';

type Fields = Record<string, unknown>;
/** How the run ended, and its tokens. */
interface End {
  total: { input: number; output: number };
  ended: Ended;
}

/** Reads the lines of an agent's transcript; undefined where they tell no end. */
const readers: Readonly<Record<string, (lines: readonly Fields[]) => End | undefined>> = {
  codex: lastEnd,
  gemini: lastEnd,
  opencode: opencodeEnd,
};

/** Reads a transcript; undefined where nothing can be read. */
export function transcriptOf(agent: string, file: string): Trace | undefined {
  const read = readers[agent];
  if (!read) return ofClaude(file);
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n').filter(line => line.startsWith('{'));
  const values = lines.flatMap((line): Fields[] => {
    try {
      return [objectOf(JSON.parse(line))];
    } catch {
      return [];
    }
  });
  if (values.length === 0) return undefined;
  const unclear = [{ place: file, what: 'It does not tell which agents acted.' }];
  return { ...emptyTrace(file), unclear, ...read(values) };
}

function ofClaude(file: string): Trace | undefined {
  try {
    return readTraces([file])[0];
  } catch (error) {
    if (error instanceof TraceError) return undefined;
    throw error;
  }
}

function ended(message: unknown, code?: unknown): Ended {
  if (message === undefined) return {};
  const error = String(message).slice(0, 400);
  const status = amountOf(code) || Number(/\b(4\d\d|5\d\d)\b/.exec(error)?.[1] ?? 0);
  return { error, ...(status >= 400 && { status }) };
}

/**
 * Reads the last line that tells an end: of `codex exec --json` (openai/codex, `exec_events.rs`), or of
 * `gemini --output-format stream-json` (google-gemini/gemini-cli, `packages/core/src/output/types.ts`).
 */
function lastEnd(lines: readonly Fields[]): End | undefined {
  const last = lines.findLast(({ type }) =>
    /^(?:turn\.(?:completed|failed)|error|result)$/.test(String(type)),
  );
  if (!last) return undefined;
  const { input_tokens, output_tokens } = objectOf(last.usage ?? last.stats);
  const { message, code } = last.type === 'error' ? last : objectOf(last.error);
  return {
    total: { input: amountOf(input_tokens), output: amountOf(output_tokens) },
    ended: ended(message ?? (/failed|error/.test(String(last.type)) ? 'It failed.' : undefined), code),
  };
}

/** `opencode run --format json` (anomalyco/opencode, `cli/cmd/run.ts`). */
function opencodeEnd(lines: readonly Fields[]): End {
  const steps = lines.filter(({ type }) => type === 'step_finish').map(({ part }) => objectOf(part));
  const sum = (amount: (tokens: Fields, cache: Fields, part: Fields) => number) =>
    steps.reduce((total, part) => {
      const tokens = objectOf(part.tokens);
      return total + amount(tokens, objectOf(tokens.cache), part);
    }, 0);
  const error = lines.findLast(({ type }) => type === 'error')?.error;
  const { name, data } = objectOf(error);
  const { message, statusCode } = objectOf(data);
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
