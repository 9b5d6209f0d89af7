/**
 * A tenant without a server: evaluations of agents whose truth is known, by the code that resolves, orders, judges and decides. What a
 * tenant could do to make an equal team look better, it can do here.
 */

import type { EvidenceSnapshot } from '#document/evaluation/evidence-snapshot.ts';
import type { Recommendation } from '#document/evaluation/recommendation.ts';
import { sha256Hex } from '#document/text/digest.ts';
import { readDocument } from '#document/text/front-matter.ts';
import { spends } from '../../build/document/statistics/spending.ts';
import { evidenceDocument } from '../../server/evidence/evaluation/evidence-document.ts';
import { armOf, type History, historyOf, type Started } from '../../server/evidence/evaluation/history.ts';
import { firstLook, isDecided, lookAt, nextUnit } from '../../server/evidence/evaluation/look.ts';
import { runAt } from '../../server/evidence/evaluation/order.ts';
import { alphaOf, type ResolvedPlan, runsOf, teamsOf } from '../../server/evidence/evaluation/plan.ts';
import { withNonce } from '../../server/evidence/evaluation/resolved-plan.ts';
import { judged } from '../../server/evidence/fairness.ts';
import { refuseContradictions } from '../../server/evidence/recommend/contradiction.ts';
import type { Evidence } from '../../server/evidence/recommend/input.ts';
import { recommend } from '../../server/evidence/recommend/recommend.ts';
import type { EndedRun } from '../../server/evidence/run-facts.ts';
import { casesText, planText, profileText, recommendationText, suiteText } from './lab-documents.ts';
import { digestOf } from './simulated-evidence.ts';

/** An agent or team, and what comes of its runs. */
export interface Candidate {
  name: string;
  agents?: number;
  model?: string;
  tools?: readonly string[];
  /** Whether a run passes, by the case and what chance gives. */
  passes(caseName: string, repetition: number): boolean;
  tokens?: number | null;
  /** The name of its lock, where it is not that of its formation. */
  lock?: string;
  /** Each run is the best of so many attempts, of which one is chosen; the answer is its place. */
  bestOf?: {
    attempts: number;
    choose(passed: readonly boolean[], caseName: string): number;
    isTold?: boolean;
  };
}

const lockOf = ({ name, lock = name }: Candidate): string => digestOf(lock);

export interface Trial {
  control?: Candidate;
  teams: readonly Candidate[];
  cases: readonly string[];
  clusters?: readonly number[];
  taskClass?: string;
  repetitions?: number;
  stopping?: 'anytime';
  maxCases?: number;
  margin?: number;
  budgetRatio?: number;
  /** Changes a run as a tenant might who has seen how it ended. */
  bend?(run: EndedRun, isControl: boolean): EndedRun;
  /** Whether a tenant that has seen all runs cancels the evaluation. */
  cancels?(runs: readonly EndedRun[]): boolean;
  /** Whether all runs are imported and began before the plan. */
  wasSeen?: boolean;
}

const budget = { input_tokens: 100_000, output_tokens: 10_000, elapsed_milliseconds: 600_000 };

export class Lab {
  readonly evidence: Evidence[] = [];
  readonly #started: Started[] = [];
  readonly #suites = new Map<string, ReadonlySet<string>>();
  readonly #random: () => number;
  /** Written when they are asked for: most tenants of a campaign are never verified. */
  readonly #texts: (() => string[])[] = [];
  #time = Date.parse('2026-01-01T00:00:00Z') / 1000;

  constructor(random: () => number) {
    this.#random = random;
    Lab.opened.push(this);
  }

  /** Those that were opened since this was emptied. */
  static readonly opened: Lab[] = [];

  /** Everything that its decisions rest on, and they themselves. */
  documents(): string[] {
    return this.#texts.flatMap(write => write());
  }

  /** Starts an evaluation, which counts from then on. */
  start(trial: Trial): { plan: ResolvedPlan; history: History; trial: Trial } {
    const plan = this.#planOf(trial);
    const arms = teamsOf(plan).map(armOf);
    const inClass = this.#started.filter(each => each.taskClass === plan.taskClass);
    const earlier = {
      comparisonsInClass: inClass.reduce((sum, each) => sum + each.comparisons, 0),
      related: this.#started.filter(each => each.arms.some(arm => arms.includes(arm))),
    };
    const history = historyOf(plan, earlier, suite => this.#suites.get(suite)!);
    this.#started.push({
      ...{ taskClass: plan.taskClass, suite: plan.suite, isUnseen: false },
      ...{ comparisons: arms.length, arms: plan.locks.map(armOf) },
    });
    return { plan, history, trial };
  }

  /** Runs what was started to its end. @returns its evidence; undefined where it was cancelled */
  finish({ plan, history, trial }: ReturnType<Lab['start']>): EvidenceSnapshot | undefined {
    const all = Array.from({ length: runsOf(plan) }, (_, index) => this.#runOf(plan, trial, index + 1));
    const { counted, looked } = trial.stopping
      ? looksAt(plan, history, all)
      : { counted: all, looked: undefined };
    if (trial.cancels?.(counted)) return undefined;
    this.#time += 3600;
    const job = {
      id: `ev-${sha256Hex(`${plan.plan} ${this.#time}`).slice(0, 24)}`,
      ...{ firstClaimedAt: this.#time, completedAt: this.#time, suiteUsesBefore: 0, looked, history },
      ...(trial.wasSeen && {
        imported: { runs: counted.length, firstStartedAt: this.#time - 9000, planRegisteredAt: this.#time },
      }),
    };
    const { text } = evidenceDocument(plan, job, counted);
    const parsed = readDocument(text);
    if (!parsed.ok) throw new Error('Evidence cannot be read.');
    const snapshot = parsed.document.value as unknown as EvidenceSnapshot;
    this.evidence.push({ digest: digestOf(text), number: this.evidence.length, snapshot });
    this.#texts.push(() => [text, casesText(job.id, plan, trial.cases, counted)]);
    return snapshot;
  }

  evaluate(trial: Trial): EvidenceSnapshot | undefined {
    return this.finish(this.start(trial));
  }

  /** The decision for a class of tasks. */
  decide(
    taskClass = 'coding.bug_fix',
    more: { percent?: number; days?: number; tokens?: number } = {},
  ): Recommendation {
    const now = new Date((this.#time + (more.days ?? 0) * 86_400) * 1000).toISOString().replace('.000Z', 'Z');
    const limit = more.tokens === undefined ? {} : { max_tokens_per_run: more.tokens };
    const asked = { task_class: taskClass, min_pass_rate: more.percent ?? 1, ...limit };
    const text = profileText({ digest: '', ...asked });
    const profile = { digest: digestOf(text), ...asked };
    const decided = recommend({ profile, evidence: this.evidence, standing: new Map(), now });
    refuseContradictions(decided);
    this.#texts.push(() => [text, recommendationText(decided)]);
    return decided;
  }

  #planOf(trial: Trial): ResolvedPlan {
    const { control, teams, cases, clusters, repetitions = 1, stopping, maxCases, margin } = trial;
    const taskClass = trial.taskClass ?? 'coding.bug_fix';
    const ofSuite = suiteText(taskClass, cases, clusters, sha256Hex(String(this.#random())).slice(0, 12));
    const suite = digestOf(ofSuite);
    this.#suites.set(suite, new Set(cases.map(digestOf)));
    const locks = [...(control ? [control] : []), ...teams].map(each => ({
      ...{ lock: lockOf(each), formation: digestOf(`formation of ${each.name}`) },
      budget: { max_agents: each.agents ?? 3, ...budgetOf(each) },
      ...(each.bestOf && { bestOf: { attempts: each.bestOf.attempts, selector: 'majority' as const } }),
      ...{ models: [each.model ?? 'model-1'], tools: each.tools ?? ['run-tests@1'] },
    }));
    const plan = {
      ...{ suite, taskClass },
      ...{ cases: cases.length, locks, control: control && lockOf(control) },
      ...{ repetitions, seed: 1, toleratedLossPercent: 20, alpha: 0.05 },
      budgetRatio: trial.budgetRatio ?? 1.5,
      ...(stopping && { stopping, casesAtMost: maxCases ?? cases.length }),
      ...(margin !== undefined && { comparison: 'non_inferiority' as const, margin }),
      ...(clusters && { clusters }),
    };
    const text = planText(plan);
    this.#texts.push(() => [ofSuite, text]);
    return withNonce({ ...plan, plan: digestOf(text) }, sha256Hex(String(this.#random())));
  }

  #runOf(plan: ResolvedPlan, trial: Trial, number: number): EndedRun {
    const { lock, case: place, repetition } = runAt(plan, number);
    const candidates = [...(trial.control ? [trial.control] : []), ...trial.teams];
    const own = candidates.find(each => lockOf(each) === lock.lock)!;
    const name = trial.cases[place]!;
    const { passed, tries } = attemptsOf(own, name, repetition);
    const tokens = own.tokens === undefined ? 1000 * (tries?.tries ?? 1) : own.tokens;
    const run: EndedRun = {
      ...{ lock: lock.lock, case: name, repetition, runner: 'runner' },
      ...(trial.clusters && { cluster: String(trial.clusters[place]) }),
      ...{ outcome: passed ? 'pass' : 'fail', ...tries },
      ...{ inputTokens: tokens, outputTokens: tokens === null ? null : 10, elapsedMilliseconds: 1000 },
      ...{ attempts: 1, handedBack: 0 },
    };
    return judged(trial.bend ? trial.bend(run, own === trial.control) : run, lock.budget);
  }
}

const budgetOf = ({ bestOf }: Candidate) => ({
  input_tokens: budget.input_tokens * (bestOf?.attempts ?? 1),
  output_tokens: budget.output_tokens * (bestOf?.attempts ?? 1),
  elapsed_milliseconds: budget.elapsed_milliseconds * (bestOf?.attempts ?? 1),
});

/** Whether a run passes, and what it tells of its attempts. */
function attemptsOf({ passes, bestOf }: Candidate, name: string, repetition: number) {
  if (!bestOf) return { passed: passes(name, repetition), tries: undefined };
  const all = Array.from({ length: bestOf.attempts }, () => passes(name, repetition));
  const told = { tries: bestOf.attempts, triesPassed: all.filter(Boolean).length };
  return { passed: all[bestOf.choose(all, name)]!, tries: bestOf.isTold === false ? undefined : told };
}

/** Looks after each unit, until the question is decided. */
function looksAt(plan: ResolvedPlan, history: History, all: readonly EndedRun[]) {
  let looked = firstLook(plan);
  const spent = spends(alphaOf(plan), history.comparisonsBefore, teamsOf(plan).length);
  for (;;) {
    const size = nextUnit(plan, looked);
    if (size === undefined) break;
    looked = lookAt(plan, looked, all.slice(looked.assignments, looked.assignments + size));
    if (isDecided(plan, looked, spent)) break;
  }
  return { counted: all.slice(0, looked.assignments), looked };
}
