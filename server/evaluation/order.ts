/** The order in which the runs of a plan are handed out. */
import { sha256Hex } from '#document/digest.ts';
import type { PlannedCase, PlannedLock, ResolvedPlan } from './plan.ts';

/** One run that a plan asks for. */
export interface PlannedRun {
  lock: PlannedLock;
  case: PlannedCase;
  /** From 1. */
  repetition: number;
}

/**
 * All runs of a plan in a random order that its seed fixes. The locks of one case follow one another, in an order of
 * their own for each case, so that a model that changes, or a machine that slows down, in the middle of an evaluation
 * meets all locks alike.
 */
export function runOrder(plan: ResolvedPlan): PlannedRun[] {
  const blocks: { case: PlannedCase; repetition: number; id: string }[] = [];
  for (let repetition = 1; repetition <= plan.repetitions; repetition += 1) {
    for (const each of plan.cases) blocks.push({ case: each, repetition, id: `${repetition} ${each.id}` });
  }
  const key = (id: string) => sha256Hex(`${plan.seed} ${id}`);
  return shuffled(blocks, block => key(block.id)).flatMap(block =>
    shuffled(plan.locks, ({ lock }) => key(`${block.id} ${lock}`)).map(lock => ({
      lock,
      case: block.case,
      repetition: block.repetition,
    })),
  );
}

/** Sorted by digests of what they are: random enough, and the same everywhere. */
function shuffled<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  return items
    .map(item => ({ item, rank: key(item) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ item }) => item);
}
