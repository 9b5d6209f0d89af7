/**
 * A gate: it performs a role that is a program by putting works into a copy of a folder, running commands there and counting rounds.
 * It judges by exit codes alone. Pass it to the team: `performers: { ROLE: commandGate({ … }) }`.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import type { Answer, Turn } from './team.ts';

export interface Gate {
  /** A clean folder, which is copied for each round and never changed. */
  snapshot: string;
  /** Where the newest text of a work goes in the copy: the work by its path. */
  files: Record<string, string>;
  /** Programs with their arguments, run in order in the copy, without a shell. All must end with 0. */
  commands: string[][];
  /** The work that says how it went. */
  report: string;
  /** The roles that are told, as `kind role`. */
  accepted?: string;
  refused: string;
  /** So many rounds may end refused. */
  rounds: number;
  /** The numbers of the stop conditions that hold then, from 1. */
  stops?: { accepted?: number; spent?: number };
  /** How long a command may take; 600 by default. */
  seconds?: number;
}

/** Makes the function that performs the role. Each run of a team needs one of its own, since it counts rounds. */
export function commandGate(gate: Gate): (turn: Turn) => Promise<Answer> {
  let rounds = 0;
  return async turn => {
    rounds += 1;
    const failure = await failureOf(gate, turn);
    const isSpent = failure !== undefined && rounds >= gate.rounds;
    const to = failure === undefined ? gate.accepted : isSpent ? undefined : gate.refused;
    const text = failure ?? `All ${gate.commands.length} commands ended with 0, in round ${rounds}.`;
    const stop = failure === undefined ? gate.stops?.accepted : isSpent ? gate.stops?.spent : undefined;
    return {
      works: [{ name: gate.report, text }],
      messages: to === undefined ? [] : [{ to, text }],
      stop: stop ?? null,
    };
  };
}

/** What went wrong first; undefined when nothing did. */
async function failureOf({ snapshot, files, commands, seconds = 600 }: Gate, turn: Turn) {
  const folder = await mkdtemp(join(tmpdir(), 'gate-'));
  try {
    await cp(snapshot, folder, { recursive: true });
    for (const [path, work] of Object.entries(files)) {
      const text = turn.works[work]?.at(-1);
      if (text === undefined) return `The work ${work} is missing.`;
      const place = normalize(path);
      if (isAbsolute(place) || place.startsWith('..')) throw new Error(`${path} leaves the snapshot.`);
      await mkdir(dirname(join(folder, place)), { recursive: true });
      await writeFile(join(folder, place), text);
    }
    for (const [program = '', ...args] of commands) {
      const log = await logOf(program, args, folder, seconds);
      if (log !== undefined) return `${[program, ...args].join(' ')}\n${log.slice(-4000)}`;
    }
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What a command said that failed; undefined when it ended with 0. */
const logOf = (program: string, args: string[], cwd: string, seconds: number) =>
  new Promise<string | undefined>(resolve => {
    const options = { cwd, timeout: seconds * 1000, maxBuffer: 64 * 1024 * 1024 };
    execFile(program, args, options, (error, stdout, stderr) =>
      resolve(error ? `${stdout}${stderr}${error.message}` : undefined),
    );
  });
