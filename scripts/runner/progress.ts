/** How far an evaluation is, as its runner can tell: runs are handed out in the order of their numbers. */
import { readDocument } from '#document/front-matter.ts';
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
  const [planned, cases] = await Promise.all([plan, suite].map(digest => frontMatter(client, digest)));
  const locks = planned?.locks;
  const list = cases?.cases;
  if (!Array.isArray(locks) || !Array.isArray(list)) return undefined;
  return locks.length * list.length * Number(planned?.repetitions ?? 1);
}

async function frontMatter(client: Client, digest: string): Promise<Record<string, unknown> | undefined> {
  try {
    const { status, text } = await client.get(`artifacts/sha256/${digest.replace('sha256:', '')}.md`);
    const reading = status === 200 ? readDocument(text, 256 * 1024) : undefined;
    return reading?.ok ? reading.document.value : undefined;
  } catch {
    return undefined;
  }
}

/** A duration in minutes as people say it: `40 s`, `12 min`, `3 h 5 min`. */
export function durationOf(minutes: number): string {
  if (minutes < 1) return `${Math.ceil(minutes * 60)} s`;
  const whole = Math.ceil(minutes);
  return whole < 60 ? `${whole} min` : `${Math.floor(whole / 60)} h ${whole % 60} min`;
}
