/** A runner: claims runs, keeps their leases alive, carries them out, submits their results, and drops those that it has lost. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { lease as leaseKind } from '#document/evaluation/lease.ts';
import type { Answer } from '../support/client/ask.ts';
import { retryAfterSeconds } from '../support/client/insist.ts';
import { type Budget, exhausted } from './budget.ts';
import { type Client, documentIn, messageOf, onlyRun, refusalIn, Unreachable } from './client.ts';
import { assignmentNames, checkPlaceholders } from './command.ts';
import { check } from './conformance/check.ts';
import type { Declared } from './conformance/declared.ts';
import type { Verdict } from './conformance/verdict.ts';
import { type Documents, modelValues } from './documents.ts';
import { type Given, type KeptRun, type Ledger, nothing } from './ledger.ts';
import type { Manner, RunnerSettings } from './options.ts';
import { checkSelector, type Performed, perform } from './perform.ts';
import { killMarked } from './process.ts';
import { checkCase } from './suites.ts';

interface RunnerOptions {
  client: Client;
  documents: Documents;
  ledger: Ledger;
  manner: Manner;
  settings: Budget & Pick<RunnerSettings, 'parallel' | 'once' | 'heartbeatSeconds'>;
  log(line: string): void;
  /** Ends the runner after the runs that are under way. */
  finish: AbortSignal;
  /** Ends the runner at once. */
  stop: AbortSignal;
}

/** The most seconds that a runner without work waits, whatever the service says. */
const longestWaitSeconds = 60;

/**
 * Runs until it is stopped, its budget is spent or, with `once`, nothing is left to do. Returns the number of runs that it
 * submitted.
 * @throws Error when the service refuses it, or its agent or programs cannot be used
 */
export async function work(options: RunnerOptions): Promise<number> {
  const { manner } = options;
  checkPlaceholders([...manner.command, ...manner.work, manner.check ?? '', manner.task ?? '']);
  const runner = new Runner(options);
  await runner.takeUp();
  const workers = Array.from({ length: options.settings.parallel }, () => runner.work());
  const ends = await Promise.allSettled(workers);
  const failed = ends.find(end => end.status === 'rejected');
  if (failed) throw failed.reason;
  return runner.submitted;
}

class Runner {
  submitted = 0;
  readonly #options: RunnerOptions;
  readonly #jobs = new Set<string>();
  /** The runs whose leases an earlier process of this runner still holds. */
  readonly #held: KeptRun[] = [];
  /** Ends all workers after their present runs, and does so when one of them fails. */
  readonly #end = new AbortController();
  readonly #ending: AbortSignal;
  #underWay = 0;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#ending = AbortSignal.any([options.finish, options.stop, this.#end.signal]);
  }

  /** Delivers the results that an earlier process left, and continues the runs whose leases it still holds. */
  async takeUp(): Promise<void> {
    const { ledger, client, log } = this.#options;
    for (const run of ledger.left()) {
      this.#jobs.add(run.given.job);
      killMarked(run.mark);
      if (run.summary) await this.#deliver(run);
      else if ((await heartbeat(client, run.given)) === 'held') this.#held.push(run);
      else ledger.end(run, 'forgotten');
    }
    if (this.#held.length > 0) log(`${this.#held.length} runs that had not ended begin again.`);
  }

  async work(): Promise<void> {
    try {
      while (!this.#ending.aborted) {
        const kept = this.#held.pop() ?? (await this.#claim());
        if (kept === 'none') return;
        if (kept === undefined) continue;
        this.#underWay += 1;
        await this.#carryOut(kept).finally(() => {
          this.#underWay -= 1;
        });
      }
    } catch (error) {
      this.#end.abort();
      throw error;
    }
  }

  /** Claims a run. Returns `none` if nothing is left to do, and undefined if there is no run now but may be one later. */
  async #claim(): Promise<KeptRun | 'none' | undefined> {
    const { client, ledger, settings, log } = this.#options;
    const bound = exhausted(settings, ledger.spentOn(this.#jobs), this.#underWay);
    if (bound !== undefined) {
      if (!this.#end.signal.aborted)
        log(`The budget of ${bound} is reached. Start the runner with a larger one to go on.`);
      this.#end.abort();
      return 'none';
    }
    const answer = await this.#patiently(() =>
      client.post('runner/claims', messageOf('runner_claim', { count: 1 })),
    );
    if (answer === undefined) return undefined;
    if (answer.status !== 200) {
      const { code, description } = refusalIn(answer);
      throw new Error(`${answer.status}: ${description} (${code})`);
    }
    const given = onlyRun(answer);
    if (given) {
      const run = { ...(ledger.find(given) ?? { mark: randomUUID(), spent: nothing }), given };
      ledger.keep(run);
      this.#jobs.add(given.job);
      return run;
    }
    if (settings.once) return 'none';
    const asked = answer.headers['retry-after'];
    const seconds = asked === undefined ? 5 : retryAfterSeconds(asked, Date.now());
    await wait(1000 * Math.min(seconds, longestWaitSeconds), undefined, { signal: this.#ending }).catch(
      () => {},
    );
    return undefined;
  }

  /**
   * Asks the service. Returns undefined if it is unavailable, which a runner that waits for assignments tolerates; with `once`,
   * throws the error.
   */
  async #patiently(ask: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await ask();
    } catch (error) {
      if (this.#options.settings.once || !(error instanceof Unreachable)) throw error;
      this.#options.log(error.message);
      return undefined;
    }
  }

  /** Carries out a run under its lease, keeps its result, and delivers it. */
  async #carryOut(kept: KeptRun): Promise<void> {
    const { client, ledger, manner, settings, log, stop } = this.#options;
    const { given } = kept;
    // The result of a run that was lost before it could be delivered.
    if (kept.summary) return this.#deliver(kept);
    const lost = new AbortController();
    const beat = setInterval(async () => {
      const state = await heartbeat(client, given);
      if (state === 'held') return;
      log(`${given.assignment}: ${state}`);
      lost.abort();
    }, settings.heartbeatSeconds * 1000);
    const signal = AbortSignal.any([lost.signal, stop]);
    try {
      checkCase(manner.suites, given);
      const { values, declared, bestOf } = await this.#settingOf(given);
      if (bestOf) checkSelector(manner, { given }, bestOf);
      const run = { given, mark: kept.mark, values, log, signal };
      const performed = await perform(manner, run, bestOf);
      // A stopped run says nothing about the lock: another runner starts over.
      if (signal.aborted) return await this.#drop(kept, lost.signal.aborted);
      const finished = { ...kept, ...resultOf(performed, declared) };
      ledger.keep(finished);
      clearInterval(beat);
      await this.#deliver(finished);
    } catch (error) {
      // What was kept is delivered later; a run without a result is for another runner.
      if (!(error instanceof Unreachable)) await this.#drop(kept, lost.signal.aborted);
      throw error;
    } finally {
      clearInterval(beat);
    }
  }

  async #settingOf(given: Given) {
    const { documents, manner } = this.#options;
    const { roles, best_of: bestOf } = await documents.lockOf(given.lock);
    const declared = manner.agent === undefined ? undefined : await documents.declaredBy(given.formation);
    const names = Object.fromEntries(assignmentNames.map(name => [name, String(given[name])]));
    return { bestOf, declared, values: { ...names, ...modelValues(roles, declared?.team) } };
  }

  /** Removes a run from the ledger, and hands it back unless its lease was lost. */
  async #drop(run: KeptRun, isLost: boolean): Promise<void> {
    const { client, ledger } = this.#options;
    ledger.end(run, 'forgotten');
    if (!isLost)
      await client
        .post('runner/heartbeats', messageOf('heartbeat', { lease: run.given.lease, release: 'hand_back' }))
        .catch(() => {});
  }

  /** Sends a result. If its lease was lost, the result is kept, in case this runner gets the assignment again. */
  async #deliver(run: KeptRun): Promise<void> {
    const { client, ledger, log } = this.#options;
    const { given, summary } = run;
    const text = messageOf('run_summary', { lease: given.lease, ...summary });
    const answer = await this.#patiently(() => client.post('runs', text, given.lease));
    if (answer === undefined) return;
    const code = answer.status === 200 ? String(summary!.outcome) : refusalIn(answer).code;
    if (answer.status === 200) {
      ledger.end(run, 'delivered');
      this.submitted += 1;
    } else if (code !== 'lease_lost') ledger.end(run, 'forgotten');
    const tokens = run.spent.tokens > 0 ? `, ${run.spent.tokens} tokens` : '';
    const cost = run.spent.cost > 0 ? `, $${run.spent.cost.toFixed(2)}` : '';
    log(`${given.assignment} ${given.case}: ${code}${tokens}${cost}`);
  }
}

/** Returns the summary of a run, with the result of checking its trace, and the cost of the run. */
function resultOf({ result, cost, trace }: Performed, declared: Declared | undefined) {
  const tokens = (result.input_tokens ?? 0) + (result.output_tokens ?? 0);
  const checked = trace && declared ? stepsOf(check(declared, trace)) : {};
  return { summary: { ...result, ...checked }, spent: { runs: 1, tokens, cost } };
}

/** Returns the number of checked steps of a run and of its deviations; 0 and 0 if nothing can be told. */
function stepsOf({ verdict, counts, deviations }: Verdict) {
  const steps = counts.turns + counts.messages + counts.tools;
  return verdict === 'cannot_tell' || steps === 0
    ? { checked_steps: 0, deviations: 0 }
    : { checked_steps: steps, deviations: deviations.length };
}

/**
 * Renews a lease. Returns `held` if the runner still has it or the answer is unknown; otherwise `cancelled`, or the code of the
 * refusal.
 */
async function heartbeat(client: Client, { lease }: Given): Promise<string> {
  try {
    const answer = await client.post('runner/heartbeats', messageOf('heartbeat', { lease }));
    if (answer.status !== 200) return refusalIn(answer).code;
    return documentIn(leaseKind, answer, 'POST runner/heartbeats').fields.cancel_requested
      ? 'cancelled'
      : 'held';
  } catch {
    // It is unknown whether the lease is still held; a result that comes too late is refused.
    return 'held';
  }
}
