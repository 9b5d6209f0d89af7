/**
 * The effect of each act on an evaluation in each of its states: every transition, and every refusal, with the events that tell
 * of it (docs/evaluations.md#13, docs/evaluations.md#17).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobState } from '#document/evaluation/evaluation-job.ts';
import { claim, message, planOf, setEvaluations, startPlan, summary } from '../../../support/evaluation.ts';
import type { Answer } from '../../../support/server.ts';
import { onBothDatabases } from '../../../support/store.ts';
import { fields } from '../../../support/tenant.ts';

/** The states of a job, and two in which the next thing ends it: its last run is under way, or a run for the third time. */
type Situation = JobState | 'last_run' | 'third_attempt';
type Act = 'claim' | 'heartbeat' | 'submit' | 'expire' | 'hand_back' | 'give_up' | 'cancel';

/**
 * An evaluation of two runs, of which one is leased to a runner that has something to say under its lease. A cell reads:
 * status, state afterwards, its runs by state (pending, leased, completed, exhausted, cancelled), the events of the act.
 */
const table: Record<Situation, Record<Act, string>> = {
  queued: {
    ...{ claim: '200: running 11000 run_leased running', heartbeat: '409 lease_lost: queued 20000' },
    ...{ submit: '409 lease_lost: queued 20000', expire: 'later: queued 20000' },
    ...{ hand_back: '409 lease_lost: queued 20000', give_up: '409 lease_lost: queued 20000' },
    cancel: '200: cancelled 00002 cancel_requested cancelled',
  },
  running: {
    claim: '200: running 02000 run_leased',
    heartbeat: '200: running 11000',
    submit: '200: running 10100 run_completed progressed',
    expire: 'later: running 20000 run_lost',
    hand_back: '200: running 20000 run_handed_back',
    give_up: '200: failed 00011 run_given_up failed',
    cancel: '200: cancel_requested 01001 cancel_requested',
  },
  last_run: {
    claim: '200: running 01100',
    heartbeat: '200: running 01100',
    submit: '200: completed 00200 run_completed evidence_written completed',
    expire: 'later: running 10100 run_lost',
    hand_back: '200: running 10100 run_handed_back',
    give_up: '200: failed 00110 run_given_up failed',
    cancel: '200: cancel_requested 01100 cancel_requested',
  },
  third_attempt: {
    claim: '200: running 02000 run_leased',
    heartbeat: '200: running 11000',
    submit: '200: running 10100 run_completed progressed',
    expire: 'later: failed 00011 run_exhausted failed',
    hand_back: '200: failed 00011 run_exhausted failed',
    give_up: '200: failed 00011 run_given_up failed',
    cancel: '200: cancel_requested 01001 cancel_requested',
  },
  cancel_requested: {
    claim: '200: cancel_requested 01001',
    heartbeat: '200: cancel_requested 01001',
    submit: '200: cancelled 00101 run_completed cancelled',
    expire: 'later: cancelled 00002 run_cancelled cancelled',
    hand_back: '200: cancelled 00002 run_cancelled cancelled',
    give_up: '200: cancelled 00002 run_cancelled cancelled',
    cancel: '200: cancel_requested 01001',
  },
  completed: {
    ...{ claim: '200: completed 00200', heartbeat: '409 lease_lost: completed 00200' },
    ...{ submit: '409 lease_lost: completed 00200', expire: 'later: completed 00200' },
    ...{ hand_back: '409 lease_lost: completed 00200', give_up: '409 lease_lost: completed 00200' },
    cancel: '409 conflict: completed 00200',
  },
  cancelled: {
    ...{ claim: '200: cancelled 00101', heartbeat: '409 lease_lost: cancelled 00101' },
    ...{ submit: '409 lease_lost: cancelled 00101', expire: 'later: cancelled 00101' },
    ...{ hand_back: '409 lease_lost: cancelled 00101', give_up: '409 lease_lost: cancelled 00101' },
    cancel: '200: cancelled 00101',
  },
  failed: {
    ...{ claim: '200: failed 00011', heartbeat: '409 lease_lost: failed 00011' },
    ...{ submit: '409 lease_lost: failed 00011', expire: 'later: failed 00011' },
    ...{ hand_back: '409 lease_lost: failed 00011', give_up: '409 lease_lost: failed 00011' },
    cancel: '409 conflict: failed 00011',
  },
};

interface Job {
  id: string;
  /** The lease that was given last; one of nothing before any was. */
  lease: string;
}

const runStates = ['pending', 'leased', 'completed', 'exhausted', 'cancelled'] as const;

onBothDatabases('an evaluation', database => {
  const { setting, known, send, read } = setEvaluations(database, { cases: 1 });
  let seed = 0;

  /** The acts, each on a job. */
  const acts: Record<Act, (job: Job) => Promise<Answer | undefined>> = {
    claim: () => send('runner/claims', message('runner_claim')),
    heartbeat: ({ lease }) => send('runner/heartbeats', message('heartbeat', `lease: ${lease}`)),
    submit: ({ lease }) => send('runs', summary(lease, true)),
    hand_back: ({ lease }) =>
      send('runner/heartbeats', message('heartbeat', `lease: ${lease}`, 'release: hand_back')),
    give_up: ({ lease }) =>
      send('runner/heartbeats', message('heartbeat', `lease: ${lease}`, 'release: give_up')),
    cancel: ({ id }) => send(`evaluations/${id}/cancel`, message('evaluation_cancel'), setting.tenant),
    expire: async () => {
      setting.clock.at += 60;
      return undefined;
    },
  };

  /** Starts an evaluation and brings it to where it is to be. */
  async function reach(situation: Situation): Promise<Job> {
    seed += 1;
    const id = await startPlan(setting, planOf(known, { seed, tolerated: 0 }));
    const job: Job = { id, lease: `${id}.1.1` };
    const lease = async () => {
      job.lease = (await claim(setting, setting.runner)).lease as string;
    };
    const ways: Record<Situation, () => Promise<unknown>> = {
      queued: async () => undefined,
      running: lease,
      last_run: async () => {
        await lease();
        await acts.submit(job);
        await lease();
      },
      third_attempt: async () => {
        for (let attempt = 0; attempt < 2; attempt += 1) {
          await lease();
          await acts.expire(job);
        }
        await lease();
      },
      cancel_requested: async () => {
        await lease();
        await acts.cancel(job);
      },
      cancelled: async () => {
        await lease();
        await acts.cancel(job);
        await acts.submit(job);
      },
      completed: async () => {
        for (let run = 0; run < 2; run += 1) {
          await lease();
          await acts.submit(job);
        }
      },
      failed: async () => {
        await ways.third_attempt();
        await acts.expire(job);
      },
    };
    await ways[situation]();
    await page(job);
    return job;
  }

  const page = async ({ id }: Job) =>
    fields(await read(`evaluations/${id}.md`)) as unknown as {
      state: JobState;
      progress: Record<(typeof runStates)[number], number>[];
    };

  const lastEvent = async () =>
    (fields(await read('account.md')) as { usage: { events: number } }).usage.events;

  async function eventsAfter(number: number): Promise<string[]> {
    const feed = fields(await read(`events.md?after=${number}`));
    return (feed.events as { kind: string }[]).map(({ kind }) => kind.replace(/^evaluation_/, ''));
  }

  for (const [situation, cells] of Object.entries(table) as [Situation, Record<Act, string>][]) {
    for (const [act, expected] of Object.entries(cells) as [Act, string][]) {
      test(`in the situation ${situation}, on ${act}`, async () => {
        const job = await reach(situation);
        const before = await lastEvent();
        const answer = await acts[act](job);
        const { state: now, progress } = await page(job);
        const counts = runStates.map(each => progress.reduce((sum, lock) => sum + lock[each], 0)).join('');
        const code = answer && answer.status >= 400 ? ` ${fields(answer).code}` : '';
        const told = [now, counts, ...(await eventsAfter(before))].join(' ');
        // Nothing is left for the next one.
        await acts.cancel(job);
        await acts.expire(job);
        await page(job);
        assert.equal(`${answer?.status ?? 'later'}${code}: ${told}`, expected);
      });
    }
  }
});
