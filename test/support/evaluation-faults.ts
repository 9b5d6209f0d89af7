/**
 * Evaluations under faults that a seed scripts: two servers over one database, runners that die, stall, answer late and
 * answer twice, servers killed between two writes or after the commit, cancellations, and a clock that jumps. The servers
 * are the real stores; only HTTP is left out. What must hold is checked after every step and at the end.
 */
import assert from 'node:assert/strict';
import { leaseSeconds } from '#document/evaluation/lease-limits.ts';
import type { ResolvedPlan } from '../../server/evidence/evaluation/plan.ts';
import type { Backend, Transaction } from '../../server/store/database/backend.ts';
import { saveQuote } from '../../server/store/evaluation-plan.ts';
import type { Committed, MutationStore } from '../../server/store/mutation.ts';
import { isFinal } from '../../server/support/state/job.ts';
import { completeEach } from '../../server/tenant/run-batch.ts';
import type { TransactionContext } from '../../server/tenant/transaction-context.ts';
import { EvaluationChecks, type Tally } from './evaluation-checks.ts';
import {
  type EvaluationBodies,
  FaultyServer,
  Killed,
  sceneIn,
  smallPlan,
  summaryOf,
} from './faulty-server.ts';
import { randomFrom } from './random.ts';
import { digestOf } from './simulated-evidence.ts';
import { start } from './store.ts';

/** Leases of one runner: so few that some claims are refused. */
const maxOpen = 3;

interface Lease {
  lease: string;
  assignment: string;
  passes: boolean;
  /** Until when the runner knows that it has it; no end when an answer to a heartbeat was lost. */
  until: number;
}

interface Runner {
  name: string;
  /** The leases that it works on. A runner that was replaced continues with its own: it does not know. */
  held: Lease[];
}

/** Runs the evaluations of one seed, each seed with a tenant of its own, and checks what must hold. */
export async function simulateFaults(
  seed: number,
  backends: readonly [Backend, Backend],
  tally: Tally,
): Promise<void> {
  const simulation = new Simulation(seed, backends, tally);
  await simulation.prepare();
  await simulation.run();
  await simulation.end();
}

class Simulation {
  readonly #tenant: string;
  readonly #random: () => number;
  readonly #servers: FaultyServer[];
  readonly #backend: Backend;
  readonly #tally: Tally;
  readonly #runners: Runner[] = ['a', 'b', 'c'].map(name => ({ name, held: [] }));
  readonly #plans: ResolvedPlan[] = [];
  #at = start;
  #key = 0;
  readonly #checks: EvaluationChecks;

  constructor(seed: number, backends: readonly [Backend, Backend], tally: Tally) {
    this.#tenant = `tenant-${seed}`;
    this.#random = randomFrom(seed * 2654435761);
    this.#backend = backends[0];
    this.#servers = backends.map(backend => new FaultyServer(backend));
    this.#tally = tally;
    this.#checks = new EvaluationChecks(this.#tenant, this.#backend, tally);
  }

  #below = (limit: number): number => Math.floor(this.#random() * limit);
  #chance = (share: number): boolean => this.#random() < share;

  async prepare(): Promise<void> {
    await this.#backend.survey('INSERT INTO tenant (id, created_at) VALUES ($1, $2)', this.#tenant, start);
    for (let count = 1 + this.#below(2); count > 0; count -= 1) await this.#startJob();
  }

  async #startJob(): Promise<void> {
    const number = this.#plans.length;
    const plan = smallPlan(number, 1 + this.#below(4), 1 + this.#below(2), [0, 5, 20][this.#below(3)]!);
    this.#plans.push(plan);
    const id = `ev-${digestOf(`${this.#tenant} ${number}`).slice(7, 31)}`;
    const mutation = { tenantId: this.#tenant, actor: 'tenant', at: this.#at };
    const server = this.#servers[0]!;
    await server.mutations.commit(mutation, tenant =>
      (function* () {
        const scene = sceneIn(tenant, start);
        const quote = {
          runs: 0,
          approval: 'approved',
          quoted_at: start,
          expires_at: start,
          job_id: null,
        } as const;
        yield* saveQuote(tenant, { digest: plan.plan, resolved: plan, ...quote });
        yield* server.evaluations.start(scene, plan, id, '2026-11');
        return { status: 201, headers: [], body: '', events: scene.events };
      })(),
    );
  }

  /** Acts until every job has come to the end. */
  async run(): Promise<void> {
    for (let step = 0; step < 3000; step += 1) {
      if (await this.#allEnded()) return;
      const calm = step > 150;
      const acts = Array.from({ length: 1 + this.#below(3) }, () => this.#act(calm));
      await Promise.all(acts);
      if (this.#chance(0.4)) this.#at += 1 + this.#below(calm ? leaseSeconds / 2 : leaseSeconds * 1.3);
      await this.#checks.checkStep();
    }
    assert.fail('The evaluations do not come to an end.');
  }

  end(): Promise<void> {
    return this.#checks.checkEnd();
  }

  #act(calm: boolean): Promise<void> {
    const runner = this.#runners[this.#below(this.#runners.length)]!;
    const dice = this.#random();
    if (!calm && dice < 0.02) return this.#cancel();
    if (!calm && dice < 0.06) return this.#die(runner);
    if (dice < 0.1) return this.#sweep();
    if (runner.held.length === 0 || dice < 0.3) return this.#claim(runner);
    if (dice < 0.45) return this.#beat(runner);
    if (!calm && dice < 0.5) return this.#release(runner);
    return dice < 0.7 ? this.#submit(runner, calm) : this.#submitBatch(runner);
  }

  /** It vanishes with what it had: nothing is said. */
  async #die(runner: Runner): Promise<void> {
    runner.held = [];
  }

  async #claim(runner: Runner): Promise<void> {
    const wanted = 1 + this.#below(3);
    const answer = await this.#ask(runner.name, function* (scene, evaluations) {
      const { leased } = yield* evaluations.claim(scene, runner.name, maxOpen, { count: wanted });
      const given = leased.map(({ lease, assignment, job }) => {
        return { lease, assignment: `${job.id}.${assignment.number}` };
      });
      return { body: JSON.stringify(given), ...(leased.length === 0 && { unstored: true }) };
    });
    for (const given of JSON.parse(answer ?? '[]') as Lease[])
      runner.held.push({ ...given, passes: this.#chance(0.6), until: this.#at + leaseSeconds });
  }

  async #beat(runner: Runner): Promise<void> {
    const leased = runner.held[this.#below(runner.held.length)]!;
    const { lease } = leased;
    const answer = await this.#ask(runner.name, function* (scene, evaluations) {
      const held = yield* evaluations.renew(scene, runner.name, lease);
      return held ? { body: 'renewed' } : { body: 'lost', unstored: true };
    });
    if (answer === 'lost') this.#tally.lost += 1;
    if (answer === 'renewed') assert.ok(this.#at < leased.until, `${lease} was renewed after its end`);
    if (answer !== 'lost')
      leased.until = answer === 'renewed' ? this.#at + leaseSeconds : Number.POSITIVE_INFINITY;
  }

  /** Hands a run back, or gives it up. */
  async #release(runner: Runner): Promise<void> {
    const [{ lease }] = runner.held.splice(this.#below(runner.held.length), 1) as [Lease];
    const how = this.#chance(0.8) ? 'hand_back' : 'give_up';
    const answer = await this.#ask(runner.name, function* (scene, evaluations) {
      const held = yield* evaluations.release(scene, runner.name, lease, how);
      if (held === 'limited') return { body: 'limited', unstored: true };
      return held ? { body: 'released' } : { body: 'lost', unstored: true };
    });
    if (answer === 'lost') this.#tally.lost += 1;
  }

  /** Submits, and now and then keeps the lease and submits again, or with another outcome. */
  async #submit(runner: Runner, calm: boolean): Promise<void> {
    const index = this.#below(runner.held.length);
    const held = runner.held[index]!;
    if (calm || this.#chance(0.8)) runner.held.splice(index, 1);
    const passes = this.#chance(0.95) ? held.passes : !held.passes;
    const summary = summaryOf(held.lease, passes);
    const answer = await this.#ask(runner.name, function* (scene, evaluations) {
      const done = yield* evaluations.complete(scene, runner.name, summary);
      return done ? { body: 'counted' } : { body: 'lost', unstored: true };
    });
    if (answer === 'lost') this.#tally.lost += 1;
    if (answer === 'counted') this.#checks.noteCounted(held, passes, this.#at);
  }

  /** Submits all that it holds at once, now and then something twice or with another outcome, and may forget that it did. */
  async #submitBatch(runner: Runner): Promise<void> {
    const sent = [...runner.held, ...(this.#chance(0.3) ? runner.held.slice(0, 1) : [])].map(held => {
      return { held, passes: this.#chance(0.95) ? held.passes : !held.passes };
    });
    if (this.#chance(0.8)) runner.held = [];
    const summaries = sent.map(({ held, passes }) => summaryOf(held.lease, passes));
    const answer = await this.#ask(runner.name, function* (scene) {
      const ended = yield* completeEach(scene, runner.name, summaries);
      const shown = ended.map(each =>
        typeof each === 'string' ? each : each.replayed ? 'replayed' : 'counted',
      );
      return { body: JSON.stringify(shown), ...(!shown.includes('counted') && { unstored: true }) };
    });
    for (const [at, result] of (JSON.parse(answer ?? '[]') as string[]).entries()) {
      const { held, passes } = sent[at]!;
      const known = this.#checks.accepted.get(held.assignment);
      if (result === 'counted') this.#checks.noteCounted(held, passes, this.#at);
      if (result === 'replayed' && known)
        assert.equal(known.passes, passes, `${held.lease} was told as another`);
      if (result === 'lost') this.#tally.lost += 1;
    }
  }

  async #cancel(): Promise<void> {
    const jobs = await this.#checks.jobs();
    const id = jobs[this.#below(jobs.length)]!.id;
    await this.#ask('tenant', function* (scene, evaluations) {
      const found = yield* evaluations.cancel(scene, id);
      return found?.asked ? { body: 'asked' } : { body: 'refused', unstored: true };
    });
  }

  async #sweep(): Promise<void> {
    await this.#ask('service', function* (scene, evaluations) {
      yield* evaluations.sweep(scene);
      return { body: 'swept', unstored: true };
    });
  }

  /** Sends a request to either server, again under its key when the server was killed, a few times at most. */
  async #ask(
    actor: string,
    change: (
      scene: TransactionContext,
      evaluations: EvaluationBodies,
    ) => Transaction<{ body: string; unstored?: boolean }>,
  ): Promise<string | undefined> {
    this.#key += 1;
    const idempotency = { key: String(this.#key), fingerprint: 'same' };
    for (let tries = 0; tries < 4; tries += 1) {
      const server = this.#servers[this.#below(2)]!;
      const [dies, diesAfter] = [this.#chance(0.1), this.#chance(0.05)];
      server.killAfter = dies ? this.#below(14) : Number.POSITIVE_INFINITY;
      const at = this.#at;
      try {
        const done = await this.#send(server, { tenantId: this.#tenant, actor, at, idempotency }, change);
        if (!diesAfter)
          return done.verdict === 'done' || done.verdict === 'replayed' ? done.response.body : undefined;
        this.#tally.killed += 1;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        this.#tally.killed += 1;
      } finally {
        server.killAfter = Number.POSITIVE_INFINITY;
      }
      if (this.#chance(0.3)) return this.#silent(idempotency);
    }
    return this.#silent(idempotency);
  }

  /** A runner that got no answer and gave up. Whether it was counted all the same is read from the stored answer. */
  async #silent(idempotency: { key: string; fingerprint: string }): Promise<string | undefined> {
    const found = await this.#servers[0]!.mutations.replay(this.#tenant, idempotency);
    const body = found && 'response' in found ? found.response.body : '';
    return body === 'counted' || body.startsWith('["') ? body : undefined;
  }

  async #send(
    server: FaultyServer,
    mutation: Parameters<MutationStore['commit']>[0],
    change: (
      scene: TransactionContext,
      evaluations: EvaluationBodies,
    ) => Transaction<{ body: string; unstored?: boolean }>,
  ): Promise<Committed> {
    const replayed = await server.mutations.replay(this.#tenant, mutation.idempotency!);
    if (replayed) return replayed;
    return server.mutations.commit(mutation, tenant =>
      (function* () {
        const scene = sceneIn(tenant, mutation.at);
        const { body, unstored = false } = yield* change(scene, server.evaluations);
        return { status: 200, headers: [], body, unstored, events: scene.events };
      })(),
    );
  }

  async #allEnded(): Promise<boolean> {
    return (await this.#checks.jobs()).every(job => isFinal(job.state));
  }
}
