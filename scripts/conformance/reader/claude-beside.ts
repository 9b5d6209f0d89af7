/**
 * The files of the agents of a session of Claude Code, as they lie beside it: `SESSION/subagents/agent-ID.jsonl`, and in older versions
 * `agent-ID.jsonl` in the same folder. What kind of agent it is may be in `agent-ID.meta.json`.
 */
import { closeSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { objectOf, TraceError, textOf } from '../trace.ts';

const agentFile = /^agent-[A-Za-z0-9_-]{1,100}\.jsonl$/;
/** A session with more agents than these is refused. */
const mostFiles = 10_000;
const firstBytes = 64 * 1024;

/** @param file the file of a session. @returns those of its agents, in a fixed order; none for a file of an agent */
export function filesBeside(file: string): string[] {
  if (agentFile.test(basename(file))) return [];
  const session = basename(file, '.jsonl');
  const within = join(dirname(file), session, 'subagents');
  const found = [
    ...agentFilesIn(within),
    ...agentFilesIn(dirname(file)).filter(each => beginOf(each).includes(`"sessionId":"${session}"`)),
  ];
  if (found.length > mostFiles)
    throw new TraceError(
      `${file}: it has more than ${mostFiles} agents. Name the files that are to be read.`,
    );
  return found;
}

function agentFilesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter(name => agentFile.test(name))
      .sort()
      .map(name => join(folder, name))
      .filter(isFile);
  } catch {
    return [];
  }
}

/** Links are not followed: they may lead to devices, or to other sessions. */
function isFile(path: string): boolean {
  try {
    return lstatSync(path).isFile();
  } catch {
    return false;
  }
}

function beginOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(firstBytes);
    return buffer.subarray(0, readSync(file, buffer, 0, firstBytes, 0)).toString('utf8');
  } finally {
    closeSync(file);
  }
}

/** What is noted of an agent: its type, and the call that started it. */
interface AgentMeta {
  type: string | undefined;
  call: string | undefined;
}

/** Reads the note beside the file of an agent; undefined where there is none that can be read. */
export function metaBeside(file: string): AgentMeta | undefined {
  const path = file.replace(/\.jsonl$/, '.meta.json');
  if (path === file || !isFile(path)) return undefined;
  try {
    const { agentType, toolUseId } = objectOf(JSON.parse(beginOf(path)));
    return { type: textOf(agentType), call: textOf(toolUseId) };
  } catch {
    return undefined;
  }
}
