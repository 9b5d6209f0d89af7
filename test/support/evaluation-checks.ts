/** The invariants of evaluations under faults, after every step and at the end. */
import assert from 'node:assert/strict';
import type { StoredAssignment } from '../../server/store/assignment.ts';
import type { Backend } from '../../server/store/database/backend.ts';
import type { TenantEventTable } from '../../server/store/database/tables.ts';
import type { StoredJob } from '../../server/store/evaluation-job.ts';
import { isFinal } from '../../server/support/state/job.ts';
import { frontMatterOf } from '../../server/tenant/catalog.ts';
import { recount } from './recount.ts';

export interface Tally {
  completed: number;
  cancelled: number;
  failed: number;
  killed: number;
  lost: number;
  runs: number;
}

export const emptyTally = (): Tally => ({
  ...{ completed: 0, cancelled: 0, failed: 0, killed: 0, lost: 0, runs: 0 },
});

/** Watches the evaluations of one tenant. */
export class EvaluationChecks {
  readonly #tenant: string;
  readonly #backend: Backend;
  readonly #tally: Tally;
  #final = new Map<string, string>();
  /** Passes that a server has said that it counted, by assignment. */
  readonly accepted = new Map<string, { passes: boolean; lease: string }>();

  constructor(tenant: string, backend: Backend, tally: Tally) {
    this.#tenant = tenant;
    this.#backend = backend;
    this.#tally = tally;
  }

  /** Notes a run that a server has said that it counted. */
  noteCounted(held: { lease: string; assignment: string; until: number }, passes: boolean, at: number): void {
    assert.ok(!this.accepted.has(held.assignment), `${held.assignment} was counted twice`);
    assert.ok(at < held.until, `${held.lease} was counted after its end`);
    this.accepted.set(held.assignment, { passes, lease: held.lease });
  }

  jobs() {
    return this.#backend.survey<StoredJob>('SELECT * FROM evaluation_job WHERE tenant_id = $1', this.#tenant);
  }

  assignments() {
    return this.#backend.survey<StoredAssignment>(
      'SELECT * FROM assignment WHERE tenant_id = $1',
      this.#tenant,
    );
  }

  /** Terminal states do not change, the counts are true, and what is reserved balances. */
  async checkStep(): Promise<void> {
    const [jobs, assignments] = [await this.jobs(), await this.assignments()];
    const final = new Map<string, string>();
    for (const job of jobs) {
      const own = assignments.filter(each => each.job_id === job.id);
      const count = (state: string) => own.filter(each => each.state === state).length;
      // What was never handed out has no row: it waits, or was cancelled with the rest.
      const unmade = job.runs - own.length;
      const waits = job.state === 'queued' || job.state === 'running';
      assert.equal(job.made, own.length);
      assert.deepEqual(
        [job.pending, job.leased, job.used, job.exhausted, job.cancelled],
        [
          count('pending') + (waits ? unmade : 0),
          count('leased'),
          count('completed'),
          count('exhausted'),
          count('cancelled') + (waits ? 0 : unmade),
        ],
      );
      assert.equal(job.reserved, isFinal(job.state) ? 0 : job.runs - job.used, 'reserved runs balance');
      if (isFinal(job.state)) final.set(job.id, JSON.stringify(job));
    }
    for (const each of assignments) {
      if (each.state !== 'pending' && each.state !== 'leased')
        final.set(`${each.job_id}.${each.number}`, JSON.stringify(each));
      assert.ok(each.attempts <= 3 && each.fence === each.attempts);
    }
    for (const [id, before] of this.#final)
      assert.equal(final.get(id), before, `${id} changed after its end`);
    this.#final = final;
    await this.#checkStorage(jobs);
  }

  /** Checks that the count of stored bytes equals that of the rows, and the reserved bytes those of the jobs. */
  async #checkStorage(jobs: readonly StoredJob[]): Promise<void> {
    const [tenant] = await this.#backend.survey<{ stored_bytes: number; reserved_bytes: number }>(
      'SELECT stored_bytes, reserved_bytes FROM tenant WHERE id = $1',
      this.#tenant,
    );
    const { stored_bytes, reserved_bytes } = tenant!;
    const [counted] = await this.#backend.ask<{ stored: number }>(recount, this.#tenant);
    assert.equal(stored_bytes, counted!.stored, 'stored bytes are counted exactly');
    assert.equal(
      reserved_bytes,
      jobs.reduce((sum, job) => sum + job.reserved_bytes, 0),
    );
    for (const job of jobs) assert.equal(isFinal(job.state) ? job.reserved_bytes : 0, 0);
  }

  async checkEnd(): Promise<void> {
    await this.checkStep();
    const [jobs, assignments] = [await this.jobs(), await this.assignments()];
    const events = await this.#backend.survey<TenantEventTable>(
      'SELECT * FROM tenant_event WHERE tenant_id = $1 ORDER BY number',
      this.#tenant,
    );
    assert.deepEqual(
      events.map(({ number }) => number),
      events.map((_, index) => index + 1),
    );
    for (const each of assignments) {
      const name = `${each.job_id}.${each.number}`;
      assert.ok(['completed', 'exhausted', 'cancelled'].includes(each.state), `${name} is ${each.state}`);
      const kinds = [`run_${each.state}`, ...(each.state === 'exhausted' ? ['run_given_up'] : [])];
      const ends = events.filter(({ kind, subject }) => subject === name && kinds.includes(kind));
      // Those that were cancelled together have the event of their job.
      assert.ok(ends.length === 1 || (ends.length === 0 && each.state === 'cancelled'), `${name} ended once`);
      assert.equal(each.state === 'completed', this.accepted.has(name), `${name} was counted once`);
      const counted = this.accepted.get(name);
      if (!counted) continue;
      assert.equal(each.outcome === 'pass', counted.passes);
      assert.equal(counted.lease, `${name}.${each.fence}`, 'only the newest lease counts');
    }
    for (const job of jobs) await this.#checkEvidence(job);
    this.#tally.runs += assignments.length;
  }

  async #checkEvidence(job: StoredJob): Promise<void> {
    this.#tally[job.state as 'completed' | 'cancelled' | 'failed'] += 1;
    assert.equal(job.snapshot !== null, job.state === 'completed');
    if (job.snapshot === null) return;
    const [found] = await this.#backend.survey<{ content: string }>(
      'SELECT content FROM tenant_artifact WHERE tenant_id = $1 AND digest = $2',
      this.#tenant,
      job.snapshot,
    );
    const { results } = frontMatterOf(found!.content) as {
      results: { runs: number; passes: number; lost: number }[];
    };
    const sum = (field: 'runs' | 'passes' | 'lost') =>
      results.reduce((total, each) => total + each[field], 0);
    const accepted = [...this.accepted].filter(([name]) => name.startsWith(job.id));
    assert.deepEqual(
      [sum('runs'), sum('lost'), sum('passes')],
      [job.runs, job.exhausted, accepted.filter(([, { passes }]) => passes).length],
    );
  }
}
