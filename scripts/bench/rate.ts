/** How fast a server answers: by the clock, and by the processor time that it takes. */
import { type Contestant, contest, median } from './contest.ts';
import { canMeasure, cpuSeconds } from './cpu.ts';
import type { Peer } from './server.ts';

/**
 * Where an answer waits for a disk, or other threads and processes do part of the work, the clock alone tells how many
 * there are; where a server only computes, its processor time does, whatever else the machine is busy with.
 */
export interface Rate {
  perSecond: number;
  /** Undefined where processor time cannot be told. */
  perCpuSecond: number | undefined;
}

/** How much was answered while a load lasted. */
export interface Answered {
  count: number;
  seconds: number;
}

/** The rate at which a server answered a load. */
export async function rateOf(peer: Pick<Peer, 'pid'>, load: () => Promise<Answered>): Promise<Rate> {
  const before = canMeasure ? cpuSeconds(peer.pid) : 0;
  const { count, seconds } = await load();
  return {
    perSecond: count / seconds,
    perCpuSecond: canMeasure ? count / (cpuSeconds(peer.pid) - before) : undefined,
  };
}

export interface RateContestant {
  name: string;
  measure(): Promise<Rate>;
}

/** Measures each contestant once a round, and gives the median rates of each by its name. */
export async function rateContest(
  contestants: readonly RateContestant[],
  rounds: number,
  note: (text: string) => void,
): Promise<Map<string, Rate>> {
  const cpu = new Map<string, number[]>();
  const byClock = contestants.map(
    ({ name, measure }): Contestant => ({
      name,
      measure: async () => {
        const { perSecond, perCpuSecond } = await measure();
        if (perCpuSecond !== undefined) cpu.set(name, [...(cpu.get(name) ?? []), perCpuSecond]);
        return perSecond;
      },
    }),
  );
  const medians = await contest(byClock, rounds, note);
  return new Map(
    [...medians].map(([name, perSecond]) => {
      const list = cpu.get(name);
      return [name, { perSecond, perCpuSecond: list && median(list) }];
    }),
  );
}
