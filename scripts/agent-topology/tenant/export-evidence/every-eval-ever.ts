/** Evidence as files of Every Eval Ever 0.3: a summary for each lock, and a line for each of its runs (docs/imports.md#12). */
import { createHash } from 'node:crypto';
import type { EvaluationCases } from '#document/evaluation/evaluation-cases.ts';
import type { EvidenceSnapshot } from '#document/evaluation/evidence-snapshot.ts';
import { Failure } from '../../../support/failure.ts';

interface Exported {
  /** The digest of the snapshot. */
  digest: string;
  evidence: EvidenceSnapshot;
  /** What each lock did on each case, of all pages. */
  cases: Pick<EvaluationCases, 'locks' | 'cases'>;
  /** The address of the service. */
  source: string;
  /** Seconds since 1970. */
  now: number;
}

interface ExportedFile {
  /** As Every Eval Ever lays files out: `data/COLLECTION/DEVELOPER/MODEL/UUID…`. */
  path: string;
  text: string;
}

type Result = EvidenceSnapshot['results'][number];
type Case = EvaluationCases['cases'][number];

const schemaVersion = '0.3.0';
/** What stands where other evaluations name who made the model: teams are named by their locks. */
const developer = 'agent-topology';

/** The files, two for each lock. The same evidence has the same paths. @throws Failure when the cases lack a lock */
export const evidenceFiles = (exported: Exported): ExportedFile[] =>
  exported.evidence.results.flatMap(result => filesOf(result, exported));

function filesOf(result: Result, exported: Exported): ExportedFile[] {
  const { evidence, cases, digest } = exported;
  const arm = cases.locks.indexOf(result.lock);
  if (arm === -1)
    throw new Failure(
      'failed',
      `The cases of ${evidence.job} say nothing of ${result.lock}. Ask the operator.`,
    );
  const name = result.lock.slice('sha256:'.length, 'sha256:'.length + 16);
  const ids = {
    schema_version: schemaVersion,
    evaluation_id: `${developer}/${evidence.job}/${name}`,
    model_id: `${developer}/${name}`,
    evaluation_name: evidence.task_class,
  };
  const lines = cases.cases.flatMap(each => linesOf(each, arm, { ...ids, result }));
  const samples = lines.map(line => `${JSON.stringify(line)}\n`).join('');
  const base = `data/${developer}/${developer}/${name}/${uuidOf(`${digest} ${result.lock}`)}`;
  const details = {
    format: 'jsonl',
    file_path: `${base}_samples.jsonl`,
    hash_algorithm: 'sha256',
    checksum: createHash('sha256').update(samples).digest('hex'),
    total_rows: lines.length,
  };
  const summary = { ...summaryOf(result, ids, exported), detailed_evaluation_results: details };
  return [
    { path: `${base}.json`, text: `${JSON.stringify(summary, undefined, 2)}\n` },
    { path: details.file_path, text: samples },
  ];
}

interface Ids {
  schema_version: string;
  evaluation_id: string;
  model_id: string;
  evaluation_name: string;
}

function summaryOf(result: Result, ids: Ids, { digest, evidence, source, now }: Exported): object {
  const { plan, suite, job, completed_at: completedAt, grade, method } = evidence;
  return {
    schema_version: ids.schema_version,
    evaluation_id: ids.evaluation_id,
    evaluation_timestamp: completedAt,
    retrieved_timestamp: String(now),
    source_metadata: {
      source_name: `${source} ${job}`,
      source_type: 'evaluation_run',
      source_organization_name: new URL(source).host,
      evaluator_relationship: 'other',
      additional_details: { evidence: digest, grade, plan },
    },
    eval_library: { name: developer, version: method?.version ?? 'v1' },
    model_info: {
      name: `execution lock ${result.lock}`,
      id: ids.model_id,
      developer,
      additional_details: {
        deployment_type: 'unknown',
        model_availability: 'unknown',
        formation: result.formation,
        execution_lock: result.lock,
        max_agents: String(result.max_agents),
        models: (result.models ?? []).join(', '),
      },
    },
    evaluation_results: [scoreOf(result, ids, suite)],
  };
}

const scoreOf = (result: Result, ids: Ids, suite: string): object => ({
  evaluation_result_id: resultId(ids),
  evaluation_name: ids.evaluation_name,
  source_data: { dataset_name: `suite ${suite}`, source_type: 'other', additional_details: { suite } },
  metric_config: {
    metric_name: 'pass rate',
    lower_is_better: false,
    score_type: 'continuous',
    min_score: 0,
    max_score: 1,
  },
  score_details: {
    score: Number(result.pass_rate),
    details: { passes: String(result.passes), runs: String(result.runs) },
    uncertainty: {
      confidence_interval: {
        lower: Number(result.pass_rate_low),
        upper: Number(result.pass_rate_high),
        confidence_level: 0.95,
        method: 'Wilson',
      },
      num_samples: result.runs,
    },
  },
});

const resultId = ({ evaluation_id }: Ids): string => `${evaluation_id}/pass-rate`;

/** A line for each run of a case. The evidence counts passes and does not order them: those that passed come first. */
function linesOf(each: Case, arm: number, { result, ...ids }: Ids & { result: Result }): object[] {
  const [runs, passes] = [each.runs[arm]!, each.passes[arm]!];
  const [tokens, elapsed] = [each.tokens[arm], each.elapsed_milliseconds[arm]];
  return Array.from({ length: runs }, (_, at) => ({
    ...ids,
    evaluation_result_id: resultId(ids),
    sample_id: each.case,
    interaction_type: 'agentic',
    // Neither the service nor the evidence has inputs and transcripts.
    input: { raw: '', reference: [] },
    messages: [],
    answer_attribution: [],
    evaluation: { score: at < passes ? 1 : 0, is_correct: at < passes },
    ...(runs === 1 && typeof elapsed === 'number' && { performance: { latency_ms: elapsed } }),
    metadata: {
      epoch: String(at + 1),
      formation: result.formation,
      execution_lock: result.lock,
      ...(typeof tokens === 'number' && { tokens_of_all_epochs: String(tokens) }),
      ...(typeof elapsed === 'number' && { milliseconds_of_all_epochs: String(elapsed) }),
      ...(each.cluster !== undefined && { cluster: each.cluster }),
    },
  }));
}

/** A UUID of version 4 by its form, which the format demands, and of fixed bytes. */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
