/** Names of leases: the job, the number of the assignment and the fencing number. */

export interface LeaseName {
  job: string;
  number: number;
  fence: number;
}

export const writeLease = ({ job, number, fence }: LeaseName): string => `${job}.${number}.${fence}`;

/** Reads the name of a lease whose form was checked. */
export function readLease(text: string): LeaseName {
  const [job = '', number, fence] = text.split('.');
  return { job, number: Number(number), fence: Number(fence) };
}
