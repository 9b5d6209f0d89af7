/** Evidence for tests: runs with outcomes of known probability, measured as a completed evaluation would be. */

import type { EvidenceGrade } from '#build/exchange/evaluation-quote.ts';
import type { EvidenceSnapshot } from '#build/exchange/evidence-snapshot.ts';
import { sha256Hex } from '#build/text/digest.ts';
import type { Evidence } from '../../server/evidence/recommend/input.ts';
import { type EndedRun, measure } from '../../server/evidence/snapshot.ts';

export const digestOf = (name: string): string => `sha256:${sha256Hex(name)}`;

/** Random numbers from 0 to 1 that a seed fixes (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface SimulatedLock {
  name: string;
  agents: number;
  /** The outcome of a run. */
  passes(caseNumber: number, repetition: number): boolean;
  tokens?: number | null;
  elapsed?: number | null;
}

interface Simulation {
  locks: readonly SimulatedLock[];
  /** The first is the control unless the evidence is exploratory. */
  grade?: EvidenceGrade;
  cases: number;
  repetitions?: number;
  completedAt?: string;
  suite?: string;
}

const day = 24 * 3600 * 1000;
const written = (milliseconds: number) => new Date(milliseconds).toISOString().replace('.000Z', 'Z');

/** The evidence of a simulated evaluation. */
export function simulate(simulation: Simulation): Evidence {
  const { locks, cases, repetitions = 1, grade = 'confirmatory', suite = 'suite' } = simulation;
  const completedAt = simulation.completedAt ?? '2026-11-21T08:00:00Z';
  const runs: EndedRun[] = locks.flatMap(lock => runsOf(lock, cases, repetitions));
  const control = grade === 'confirmatory' ? digestOf(locks[0]!.name) : undefined;
  const subject = {
    locks: locks.map(({ name, agents }) => ({
      lock: digestOf(name),
      formation: digestOf(`formation of ${name}`),
      maxAgents: agents,
    })),
    control,
    grade,
    cases,
    repetitions,
    unit: 'case' as const,
    seed: 'plan',
  };
  const snapshot: EvidenceSnapshot = {
    job: `ev-${sha256Hex(completedAt).slice(0, 24)}`,
    plan: digestOf('plan'),
    suite: digestOf(suite),
    task_class: 'coding.bug_fix',
    first_claimed_at: completedAt,
    completed_at: completedAt,
    stale_at: written(Date.parse(completedAt) + 180 * day),
    suite_uses_before: 0,
    ...measure(subject, runs),
  };
  return { digest: digestOf(JSON.stringify(snapshot)), snapshot };
}

function runsOf(
  { name, passes, tokens = 1000, elapsed = 5000 }: SimulatedLock,
  cases: number,
  repetitions: number,
): EndedRun[] {
  const lock = digestOf(name);
  const names = Array.from({ length: cases }, (_, index) => `case-${index}`);
  return Array.from({ length: cases * repetitions }, (_, index) => ({
    lock,
    case: names[index % cases]!,
    runner: 'runner',
    outcome: passes(index % cases, Math.floor(index / cases)) ? ('pass' as const) : ('fail' as const),
    inputTokens: tokens,
    outputTokens: tokens === null ? null : 0,
    elapsedMilliseconds: elapsed,
  }));
}
