/** Evidence for tests: runs with outcomes of known probability, measured as a completed evaluation would be. */

import type { EvidenceGrade } from '#document/evaluation/evaluation-quote.ts';
import type { EvidenceSnapshot } from '#document/evaluation/evidence-snapshot.ts';
import { decimal6Down } from '#document/kind/share.ts';
import { sha256Hex } from '#document/text/digest.ts';
import { spends } from '../../build/document/statistics/spending.ts';
import type { Evidence } from '../../server/evidence/recommend/input.ts';
import type { EndedRun } from '../../server/evidence/run-facts.ts';
import { measure } from '../../server/evidence/snapshot.ts';

export const digestOf = (name: string): string => `sha256:${sha256Hex(name)}`;

export interface SimulatedLock {
  name: string;
  agents: number;
  /** The outcome of a run. */
  passes(caseNumber: number, repetition: number): boolean;
  tokens?: number | null | ((at: number) => number | null);
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
  /** Comparisons that were started before it. */
  before?: number;
  /** The margin of its plan, where that asked whether the control does as well. */
  margin?: string;
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
      ...{ lock: digestOf(name), formation: digestOf(`formation of ${name}`), maxAgents: agents },
      ...{ budget, confounds: [] },
    })),
    ...{ control, grade, cases, repetitions },
  };
  const measured = measure({ ...subject, largest: undefined, budgetRatio: 1.5, highest: undefined }, runs);
  const snapshot: EvidenceSnapshot = {
    ...{ job: `ev-${sha256Hex(completedAt).slice(0, 24)}`, plan: digestOf('plan') },
    ...{ question: digestOf('plan'), nonce: sha256Hex('nonce') },
    ...{ nonce_digest: digestOf(sha256Hex('nonce')), suite: digestOf(suite), task_class: 'coding.bug_fix' },
    ...{ first_claimed_at: completedAt, completed_at: completedAt },
    ...{ stale_at: written(Date.parse(completedAt) + 180 * day), suite_uses_before: 0 },
    ...measured,
    grade_reasons: [],
    method: methodOf(simulation),
  };
  return { digest: digestOf(JSON.stringify(snapshot)), snapshot };
}

const budget = { input_tokens: 400_000, output_tokens: 40_000, elapsed_milliseconds: 1_800_000 };

function methodOf({ locks, cases, before = 0, margin }: Simulation): EvidenceSnapshot['method'] {
  return {
    ...{ version: 'v3', stopping: 'fixed', unit: 'case', units: cases, looks: 0, runs_saved: 0 },
    ...(margin === undefined ? { comparison: 'superiority' } : { comparison: 'non_inferiority', margin }),
    ...{ alpha: '0.0500', budget_ratio: '1.5000', comparisons_before: before, cases_seen: 0 },
    spends: decimal6Down(spends(0.05, before, Math.max(1, locks.length - 1))),
  };
}

const tokensAt = (tokens: NonNullable<SimulatedLock['tokens']> | null, index: number): number | null =>
  typeof tokens === 'function' ? tokens(index) : tokens;

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
    repetition: Math.floor(index / cases) + 1,
    runner: 'runner',
    outcome: passes(index % cases, Math.floor(index / cases)) ? ('pass' as const) : ('fail' as const),
    inputTokens: tokensAt(tokens, index),
    outputTokens: tokensAt(tokens, index) === null ? null : 0,
    elapsedMilliseconds: elapsed,
  }));
}
