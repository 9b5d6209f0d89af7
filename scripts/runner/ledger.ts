/**
 * What a runner has claimed, spent and not yet delivered, on disk: a file for each run. A result is there before it is sent, so a
 * runner that was killed sends it when it starts again, and pays for nothing twice.
 */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '#build/text/digest.ts';
import { type Given, readGiven } from './assignment.ts';
import type { ProcessMark } from './orphan.ts';

/** A run that was claimed and not delivered. */
export interface KeptRun {
  given: Given;
  /** Fields of its summary, other than the lease; absent while it is carried out. */
  summary?: Record<string, unknown>;
  /** The key under which its summary is sent. */
  key: string;
  spent: Spent;
  /** What carries it out. */
  process?: ProcessMark;
}

/** What runs have cost. */
export interface Spent {
  runs: number;
  tokens: number;
  /** US dollars. */
  cost: number;
}

export const nothing: Spent = { runs: 0, tokens: 0, cost: 0 };
const plus = (a: Spent, b: Spent): Spent => ({
  runs: a.runs + b.runs,
  tokens: a.tokens + b.tokens,
  cost: a.cost + b.cost,
});

/** The folder of a credential's runs, in the environment of a process. @param parts service, tenant and credential */
export const runFolder = ({ XDG_STATE_HOME: state }: NodeJS.ProcessEnv, parts: readonly string[]): string =>
  join(
    state || join(homedir(), '.local', 'state'),
    'agent-topology',
    'runs',
    sha256Hex(JSON.stringify(parts)).slice(0, 24),
  );

export class Ledger {
  readonly folder: string;
  readonly #spent = new Map<string, Spent>();

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** @throws Error when the folder cannot be written, or another runner has it */
  static open(folder: string): Ledger {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      takeLock(join(folder, 'lock'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      throw new Error(
        `${folder} cannot be written (${(error as NodeJS.ErrnoException).code}). It keeps results until they are delivered: name another with --state.`,
      );
    }
    const ledger = new Ledger(folder);
    ledger.#readDelivered();
    return ledger;
  }

  close(): void {
    rmSync(join(this.folder, 'lock'), { force: true });
  }

  /** Runs that an earlier process left. A run that cannot be read was never begun. */
  left(): KeptRun[] {
    return readdirSync(this.folder)
      .filter(name => name.endsWith('.json'))
      .flatMap(name => {
        const file = join(this.folder, name);
        const run = readRun(file);
        if (run === undefined) rmSync(file, { force: true });
        // Versions before 0.20 named the file after the assignment.
        else if (file !== this.#fileOf(run.given)) renameSync(file, this.#fileOf(run.given));
        return run ?? [];
      });
  }

  /** The run of an assignment whose result an earlier lease did not deliver. */
  find({ assignment, case_digest, lock }: Given): KeptRun | undefined {
    return this.left().find(
      ({ given }) =>
        given.assignment === assignment && given.case_digest === case_digest && given.lock === lock,
    );
  }

  /** Keeps a run, on disk when this returns. */
  keep(run: KeptRun): void {
    write(this.#fileOf(run.given), JSON.stringify(run));
  }

  forget({ given }: Pick<KeptRun, 'given'>): void {
    rmSync(this.#fileOf(given), { force: true });
  }

  /** Forgets a run that was delivered, except for what it cost. */
  deliver({ given, spent }: KeptRun): void {
    const open = openSync(join(this.folder, 'delivered.jsonl'), 'a', 0o600);
    writeSync(open, `${JSON.stringify({ assignment: given.assignment, job: given.job, spent })}\n`);
    closeSync(open);
    this.#add(given.job, spent);
    this.forget({ given });
  }

  /** What the runs of some evaluations have cost so far, in this process and earlier ones. */
  spentOn(jobs: ReadonlySet<string>): Spent {
    return [...jobs].reduce((sum, job) => plus(sum, this.#spent.get(job) ?? nothing), nothing);
  }

  /** The key of the claim that a worker is about to make: that of one whose answer nobody saw, or a new one. */
  claimKey(worker: number): { key: string; done(): void } {
    const file = join(this.folder, `claim-${worker}`);
    let key: string;
    try {
      key = readFileSync(file, 'utf8');
    } catch {
      key = '';
    }
    if (!/^[0-9a-f-]{36}$/.test(key)) {
      key = randomUUID();
      write(file, key);
    }
    return { key, done: () => rmSync(file, { force: true }) };
  }

  #add(job: string, spent: Spent): void {
    this.#spent.set(job, plus(this.#spent.get(job) ?? nothing, spent));
  }

  /** A run that was noted twice, before and after a crash, counts once. */
  #readDelivered(): void {
    let text = '';
    try {
      text = readFileSync(join(this.folder, 'delivered.jsonl'), 'utf8');
    } catch {
      return;
    }
    const known = new Set<string>();
    for (const line of text.split('\n')) {
      try {
        const { assignment, job, spent } = JSON.parse(line) as {
          assignment: string;
          job: string;
          spent: Spent;
        };
        if (!known.has(assignment)) this.#add(job, spent);
        known.add(assignment);
      } catch {
        // The last line of a process that was killed.
      }
    }
  }

  /** The file of a run. Its name is made here: what an assignment is called was received. */
  #fileOf({ assignment }: Given): string {
    return join(this.folder, `${sha256Hex(assignment).slice(0, 32)}.json`);
  }
}

function readRun(file: string): KeptRun | undefined {
  try {
    const run = JSON.parse(readFileSync(file, 'utf8')) as KeptRun;
    const given = readGiven(run.given);
    return given && { ...run, given };
  } catch {
    return undefined;
  }
}

/** Writes a file whole or not at all, on disk when this returns. */
function write(file: string, text: string): void {
  const open = openSync(`${file}.new`, 'w', 0o600);
  writeSync(open, text);
  fsyncSync(open);
  closeSync(open);
  renameSync(`${file}.new`, file);
}

/** One runner at a time has a folder. A lock whose process is gone was left behind. */
function takeLock(file: string): void {
  for (let tries = 0; ; tries += 1) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || tries === 3) throw error;
      const pid = Number(readFileSync(file, 'utf8'));
      if (pid !== process.pid && isAlive(pid))
        throw new Error(
          `The runner with process id ${pid} uses ${file}. Give each runner a credential of its own, or another --state; ` +
            'if that is no runner, remove the file.',
        );
      rmSync(file, { force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
