/** A resolved plan: a plan with every document that it names looked up. It is what is quoted, run and counted. */

import type { BestOf } from '#document/evaluation/best-of.ts';
import type { EvidenceGrade } from '#document/evaluation/evaluation-quote.ts';
import type { FixedScorer } from '#document/evaluation/imported-log.ts';
import { maxAttempts } from '#document/evaluation/lease-limits.ts';
import type { Budget } from '#document/kind/topology.ts';
import { fewestClusters } from '#document/statistics/mean.ts';

export type RunBudget = Pick<
  Budget,
  'max_agents' | 'input_tokens' | 'output_tokens' | 'elapsed_milliseconds'
>;

/**
 * An execution lock of a plan, with the budget of a run: that of its formation, times the number of attempts if a run is the
 * best of several.
 */
export interface PlannedLock {
  lock: string;
  formation: string;
  budget: RunBudget;
  /** The models that the roles are pinned to, each once, in order; absent in plans of older versions. */
  models?: readonly string[];
  /** The tools of the roles with their versions, each once, in order; absent in plans of older versions. */
  tools?: readonly string[];
  /**
   * The way in which the best of several attempts is chosen, which only the control of a plan may have; absent if each run is one
   * attempt.
   */
  bestOf?: BestOf;
}

export interface ResolvedPlan {
  /** The digest of the plan's bytes. */
  plan: string;
  suite: string;
  taskClass: string;
  /** The number of cases in the suite, whose digest the plan states. */
  cases: number;
  locks: readonly PlannedLock[];
  control: string | undefined;
  repetitions: number;
  /** The seed of the order of runs. For a plan with a nonce, `seedOf` derives it from plan and nonce. */
  seed: number | string;
  /** The random value, in hexadecimal digits, that the service drew when the plan was fixed; absent before that. */
  nonce?: string;
  /** The digest of the registered question that the plan answers; absent if the plan has a question of its own. */
  question?: string;
  profile?: string;
  scorer?: FixedScorer;
  /** The most tokens that a team may take, as a multiple of the tokens of the control; absent in plans of older versions. */
  budgetRatio?: number;
  toleratedLossPercent: number;
  /** Absent together with the fields below: the evaluation is of fixed size and asks whether a team is better. */
  stopping?: 'fixed' | 'anytime';
  /** The error rate, from 0 to 1, at which an evaluation that may stop early counts its question as decided; 0.05 if absent. */
  alpha?: number;
  comparison?: 'superiority' | 'non_inferiority';
  margin?: number;
  intervention?: string;
  /** The number of cases to run, in the order that the seed fixes; absent if all cases are run. */
  casesAtMost?: number;
  /** The cluster of each case, by the place of the case in the suite; absent when the suite declares no clusters. */
  clusters?: readonly number[];
}

/** Returns the locks that are compared with the control; all locks of a plan without a control. */
export const teamsOf = ({ control, locks }: ResolvedPlan): readonly PlannedLock[] =>
  locks.filter(({ lock }) => lock !== control);

/** The most runs that one evaluation may have. */
export const maxRuns = 100_000;

/** Returns the number of runs of a plan. An evaluation that may stop early can end with fewer. */
export const runsOf = ({ cases, casesAtMost = cases, locks, repetitions }: ResolvedPlan): number =>
  casesAtMost * locks.length * repetitions;

/** Returns the error rate at which an evaluation that may stop early counts its question as decided. */
export const alphaOf = ({ alpha = 0.05 }: ResolvedPlan): number => alpha;

/** Returns the number of assignments that may be lost before the job fails. */
export const toleratedLosses = (plan: ResolvedPlan): number =>
  Math.floor((runsOf(plan) * plan.toleratedLossPercent) / 100);

/**
 * Lists the reasons why a plan is no fair comparison, a sentence each. A fair plan has a control that is a single agent and may
 * spend, in each respect, at least as much as any team (docs/evaluations.md#3).
 */
export function unfairness({ control, locks }: ResolvedPlan): string[] {
  const others = locks.filter(({ lock }) => lock !== control);
  const own = locks.find(({ lock }) => lock === control);
  if (!own) return ['The plan names no control. Name a lock of a single agent as `control`.'];
  const reasons = others.length === 0 ? ['The plan has a control, but no team to compare with it.'] : [];
  const { max_agents } = own.budget;
  if (max_agents !== 1)
    reasons.push(`The control is a team of up to ${max_agents} agents, but a control must be one agent.`);
  return [...reasons, ...smallerBudgets(own.budget, others)];
}

/**
 * Lists what a team differs in from the control: `model` if their models differ, and `tools` if the control lacks a tool of the
 * team. Returns an empty list for a plan without a control.
 */
export function confoundsOf({ control, locks }: ResolvedPlan, team: PlannedLock): ('model' | 'tools')[] {
  const own = locks.find(({ lock }) => lock === control);
  if (own === undefined) return [];
  const otherModels = team.models !== undefined && !sameModels(team.models, own.models);
  // The comparison stays fair when the control has more tools than the team.
  const otherTools = (team.tools ?? []).some(tool => !own.tools?.includes(tool));
  return [...(otherModels ? ['model' as const] : []), ...(otherTools ? ['tools' as const] : [])];
}

/** Lists the differences in models or tools between teams and control that may explain a result, a sentence each. */
export function confounding(plan: ResolvedPlan): string[] {
  return [...otherModels(plan), ...otherTools(plan)];
}

function otherTools(plan: ResolvedPlan): string[] {
  const others = teamsOf(plan).filter(team => confoundsOf(plan, team).includes('tools'));
  if (others.length === 0) return [];
  const which = others.length === 1 ? 'A team has' : `${others.length} teams have`;
  return [
    `${which} tools that the control lacks, so the tools may explain a difference as well as the organisation.`,
  ];
}

function otherModels({ control, locks }: ResolvedPlan): string[] {
  const own = locks.find(({ lock }) => lock === control)?.models;
  const others = locks.filter(({ lock, models }) => lock !== control && models && !sameModels(models, own));
  if (own === undefined || others.length === 0) return [];
  const which = others.length === 1 ? 'a team' : `${others.length} teams`;
  return [
    `The control runs other models than ${which}, so the model may explain a difference as well as the organisation.`,
  ];
}

const sameModels = (a: readonly string[], b: readonly string[] | undefined): boolean =>
  a.join(' ') === b?.join(' ');

const spent = ['input_tokens', 'output_tokens', 'elapsed_milliseconds'] as const;

function smallerBudgets(control: RunBudget, others: readonly PlannedLock[]): string[] {
  return spent.flatMap(field => {
    const largest = Math.max(0, ...others.map(({ budget }) => budget[field]));
    if (control[field] >= largest) return [];
    return [`The control may spend ${control[field]} ${field}, but a team may spend ${largest}.`];
  });
}

/**
 * Grades the evidence of a plan: confirmatory if the plan is fair and at least one team differs from the control in its
 * organisation alone.
 */
export function gradeOf(plan: ResolvedPlan): EvidenceGrade {
  const isComparable = teamsOf(plan).some(team => confoundsOf(plan, team).length === 0);
  const reasons = [...unfairness(plan), ...tooFewClusters(plan)];
  return reasons.length === 0 && isComparable ? 'confirmatory' : 'exploratory';
}

/** Warns, in a sentence, that an evaluation of fixed size has too few clusters to show anything; an empty list otherwise. */
export function tooFewClusters({ clusters, stopping }: ResolvedPlan): string[] {
  const count = new Set(clusters).size;
  if (clusters === undefined || stopping === 'anytime' || count >= fewestClusters) return [];
  return [`The suite has ${count} clusters. With fewer than ${fewestClusters}, no interval can be trusted.`];
}

/**
 * Returns how often runners may hand one run back, for a number of teams. There is one hand-back for each team, so that a
 * runner can import the results of one lock after the other, and never one in the last attempt (docs/evaluations.md#21).
 */
export const handBacksOf = (teams: number): number => Math.min(maxAttempts - 1, Math.max(1, teams));
