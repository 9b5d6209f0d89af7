/** How far an evaluation is, as its runner can tell: runs are handed out in the order of their numbers. */

import { evaluationPlan } from '#build/evaluation/evaluation-plan.ts';
import { suite as suiteKind } from '#build/evaluation/suite.ts';
import { digestField, sha256Hex } from '#build/text/digest.ts';
import { readAs } from '../support/client/document.ts';
import type { Client } from './client.ts';

interface Job {
  /** Planned runs; undefined when the plan or the suite cannot be read. */
  runs: number | undefined;
  first: number;
  begun: number;
  highest: number;
}

/** @param now milliseconds */
export function trackProgress(client: Client, now: () => number) {
  const jobs = new Map<string, Job>();
  return {
    /** To be told of each assignment when it is claimed. */
    async claimed(job: string, number: number, plan: string, suite: string): Promise<void> {
      const known = jobs.get(job);
      if (known) known.highest = Math.max(known.highest, number);
      else {
        const entry: Job = { runs: undefined, first: number, begun: now(), highest: number };
        jobs.set(job, entry);
        entry.runs = await plannedRuns(client, plan, suite);
      }
    },
    /** Such as `17 of 80, 12 min left`; empty when nobody can tell. @param underWay runs that have not ended */
    text(job: string, underWay: number): string {
      const known = jobs.get(job);
      if (known?.runs === undefined) return '';
      const { runs, first, begun, highest } = known;
      const done = highest - first + 1 - underWay;
      const minutes = (now() - begun) / 60_000;
      const left = done > 0 ? `, ${durationOf(((runs - highest + underWay) * minutes) / done)} left` : '';
      return `${highest - underWay} of ${runs}${left}`;
    },
  };
}

async function plannedRuns(client: Client, plan: string, suite: string): Promise<number | undefined> {
  try {
    const planned = readAs(evaluationPlan, await artifact(client, plan)).fields;
    const { cases } = readAs(suiteKind, await artifact(client, suite)).fields;
    return planned.locks.length * cases.length * planned.repetitions;
  } catch {
    // Progress is a courtesy: a runner works without it.
    return undefined;
  }
}

async function artifact(client: Client, digest: string): Promise<Buffer> {
  const { status, body } = await client.get(`artifacts/sha256/${digest.replace('sha256:', '')}.md`);
  if (status === 200 && digestField(sha256Hex(body)) === digest) return body;
  throw new Error(`${digest} cannot be read.`);
}

/** A duration in minutes as people say it: `40 s`, `12 min`, `3 h 5 min`. */
export function durationOf(minutes: number): string {
  if (minutes < 1) return `${Math.ceil(minutes * 60)} s`;
  const whole = Math.ceil(minutes);
  return whole < 60 ? `${whole} min` : `${Math.floor(whole / 60)} h ${whole % 60} min`;
}
