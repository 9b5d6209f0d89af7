/** Leases: how they are named (the job, the number of the assignment and the fencing number), and how long they may last. */
import type { RunBudget } from './plan.ts';

export interface LeaseName {
  job: string;
  number: number;
  fence: number;
}

export const writeLease = ({ job, number, fence }: LeaseName): string => `${job}.${number}.${fence}`;

/** Reads the name of a lease. The form of the text was checked before. */
export function readLease(text: string): LeaseName {
  const [job = '', number, fence] = text.split('.');
  return { job, number: Number(number), fence: Number(fence) };
}

/** The seconds that a lease may last beyond the time budget of its run, for fetching the case and submitting the result. */
const beyondBudget = 3600;

/** Returns the seconds for which heartbeats may renew a lease. A run that takes longer breaks its budget, or hangs. */
export const longestLease = ({ elapsed_milliseconds }: Pick<RunBudget, 'elapsed_milliseconds'>): number =>
  Math.ceil(elapsed_milliseconds / 1000) + beyondBudget;
