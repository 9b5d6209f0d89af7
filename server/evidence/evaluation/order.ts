/** The order in which the runs of a plan are handed out. */

import { shuffled } from '#document/statistics/shuffle.ts';
import { sha256Hex } from '#document/text/digest.ts';
import type { PlannedLock, ResolvedPlan } from './plan.ts';

/** One run that a plan asks for. */
interface PlannedRun {
  lock: PlannedLock;
  /** The place of the case in its suite, from 0. */
  case: number;
  /** The number of the repetition, from 1. */
  repetition: number;
}

/**
 * Returns the run with a number, from 1, in the random order that the seed of the plan fixes. Computes no other run, so a plan
 * of a hundred thousand runs starts as fast as a plan of two.
 *
 * All locks run on a case one after the other, in an order drawn for each case. A model that changes, or a machine that slows
 * down, in the middle of an evaluation therefore affects all locks alike.
 */
export function runAt(plan: ResolvedPlan, number: number): PlannedRun {
  const { cases, locks, seed } = plan;
  const turn = Math.floor((number - 1) / locks.length);
  const block = blockAt(plan, turn);
  const ranked = locks.map(lock => ({ lock, rank: rankOf(`${seed} ${block} ${lock.lock}`) }));
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return {
    lock: ranked[(number - 1) % locks.length]!.lock,
    case: block % cases,
    repetition: Math.floor(block / cases) + 1,
  };
}

/**
 * Returns the case and repetition of a turn as one number, `repetition × cases + case`. An evaluation that may stop early takes
 * all repetitions of a case in a row, and all cases of a cluster in a row, so that each look is at whole units.
 */
function blockAt(plan: ResolvedPlan, turn: number): number {
  const { cases, repetitions, seed, stopping } = plan;
  if (stopping !== 'anytime') return shuffled(turn, cases * repetitions, String(seed));
  return caseAt(plan, Math.floor(turn / repetitions)) + (turn % repetitions) * cases;
}

/** Returns the place in the suite of the case that comes at a position, from 0, in an evaluation that may stop early. */
function caseAt(plan: ResolvedPlan, position: number): number {
  const { cases, seed, clusters } = plan;
  if (!clusters) return shuffled(position, cases, String(seed));
  const known = orders.get(clusters);
  const order = known?.seed === seed ? known.order : casesByCluster(clusters, String(seed)).flat();
  orders.set(clusters, { seed, order });
  return order[position]!;
}

// Evidence asks for the case of each of a hundred thousand runs, and ordering 2,000 cases takes a millisecond.
const orders = new WeakMap<readonly number[], { seed: number | string; order: readonly number[] }>();

/** Returns the cases of each cluster, in a random order of clusters and of cases in them. */
function casesByCluster(clusters: readonly number[], seed: string): number[][] {
  const count = Math.max(...clusters) + 1;
  const groups = Array.from({ length: count }, () => [] as number[]);
  for (let position = 0; position < clusters.length; position += 1) {
    const place = shuffled(position, clusters.length, seed);
    groups[clusters[place]!]!.push(place);
  }
  return groups.map((_, index) => groups[shuffled(index, count, `${seed} clusters`)]!);
}

/** Returns the number of assignments of each unit, in order, of an evaluation that may stop early. */
export function unitSizes(plan: ResolvedPlan): number[] {
  const { cases, casesAtMost = cases, clusters, locks, repetitions, seed } = plan;
  const perCase = locks.length * repetitions;
  if (!clusters) return Array.from({ length: casesAtMost }, () => perCase);
  let left = casesAtMost;
  return casesByCluster(clusters, String(seed)).flatMap(group => {
    const taken = Math.min(left, group.length);
    left -= taken;
    return taken === 0 ? [] : [taken * perCase];
  });
}

/** Counts the cases in the largest cluster of a plan; 1 for a plan without clusters. */
export function largestCluster({ clusters = [] }: ResolvedPlan): number {
  const counts = new Map<number, number>();
  for (const cluster of clusters) counts.set(cluster, (counts.get(cluster) ?? 0) + 1);
  return Math.max(1, ...counts.values());
}

/**
 * Derives the seed of the order of runs from the digest of the plan and a nonce. The planner cannot choose it: the service
 * draws the nonce when the plan is fixed, shows the digest of the nonce at once, and the nonce itself in the evidence
 * (docs/evaluations.md#12).
 */
export const seedOf = (plan: string, nonce: string): string => sha256Hex(`${plan} ${nonce}`);

const rankOf = (text: string): string => sha256Hex(text);
