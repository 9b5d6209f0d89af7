/** Logs of Inspect in their real form (inspect_ai 0.3, `EvalLog` in `log/_log.py`), for two teams on the cases of `imported.ts`. */

import { importedCases, time } from './imported.ts';
import { digestOf } from './simulated-evidence.ts';
import { start } from './store.ts';

export interface InspectOptions {
  model?: string;
  scorer?: string;
  /** The score of each case, from 0 to 1. */
  score(n: number): number;
  /** How many of the samples it holds. */
  samples?: number;
  status?: 'success' | 'started' | 'cancelled' | 'error';
  /** Returns the `digest` that each sample states of its case; absent: it states none. */
  caseDigest?: ((n: number) => string) | undefined;
  /** The metadata of its task, such as the suite. */
  metadata?: Record<string, string>;
  /** The model that grades, if one does. */
  grader?: string;
}

const pinnedModel = 'claude-sonnet-4-5-20250929';

/** The digest of a case in the suite of `imported.ts`. */
export const caseDigest = (n: number): string => digestOf(`case ${n - 1}`);

export function inspectLog({
  model = `anthropic/${pinnedModel}`,
  scorer = 'match',
  score,
  samples = importedCases,
  status = 'success',
  caseDigest: digest,
  metadata = {},
  grader,
}: InspectOptions): string {
  const usage = { input_tokens: 900, output_tokens: 100, total_tokens: 1000 };
  return JSON.stringify({
    version: 2,
    status,
    eval: {
      ...{ eval_id: 'e1', run_id: 'r1', created: time(start + 3600), task: 'fix', task_id: 't1' },
      task_version: 0,
      dataset: { name: 'defects', location: 'defects.jsonl', samples: importedCases, shuffled: false },
      model,
      ...(grader !== undefined && { model_roles: { grader: { model: grader, config: {} } } }),
      config: { epochs: 1 },
      scorers: [{ name: scorer, options: {}, metrics: [{ name: 'mean', options: {} }] }],
      metadata,
    },
    plan: { name: 'plan', steps: [] },
    results: status === 'success' ? { total_samples: importedCases, completed_samples: samples } : null,
    stats: { started_at: time(start + 3600), completed_at: '', model_usage: {} },
    invalidated: false,
    samples: Array.from({ length: samples }, (_, at) => at + 1).map(n => ({
      id: `case-${n}`,
      epoch: 1,
      scores: { [scorer]: { value: score(n), history: [] } },
      metadata: digest ? { case_digest: digest(n) } : {},
      model_usage: { [model]: usage, ...(grader !== undefined && { [grader]: usage }) },
      started_at: time(start + 3600 + n),
      total_time: 1.5,
    })),
  });
}
