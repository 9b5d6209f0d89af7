/** What a log of Inspect says beside its results (inspect_ai, `EvalLog` in `log/_log.py`). */
import { type Claims, digestOf, type LogClaims, markPartial, statusOf } from './claim.ts';

/** What is read of `eval`. */
export interface EvalFields {
  model?: unknown;
  created?: unknown;
  model_roles?: Readonly<Record<string, { model?: unknown } | null>> | null;
  scorers?: readonly ({ options?: unknown } | null)[] | null;
  metadata?: { suite_digest?: unknown } | null;
}

/** What is read of a sample. */
interface SampleFields {
  model_usage?: Readonly<Record<string, unknown>> | null;
  metadata?: { case_digest?: unknown } | null;
}

/** The role of a model that only grades, by the convention of Inspect. */
const graderRole = 'grader';

/** The name of an evaluation without a model. */
const noModel = /^none(?:\/none)?$/;

/** @param scorer the scorer that decided, where the log names it */
export function claimsOf(
  { model_usage: used, metadata }: SampleFields,
  about: EvalFields,
  scorer: string | undefined,
  log: LogClaims,
): Claims {
  const graders = gradersOf(about);
  const named = [about.model, ...Object.keys(used ?? {})].filter(each => typeof each === 'string');
  const models = named.filter(each => !noModel.test(each) && (each === about.model || !graders.has(each)));
  const caseDigest = digestOf(metadata?.case_digest);
  const suiteDigest = digestOf(about.metadata?.suite_digest);
  if (suiteDigest !== undefined) log.suite_digest = suiteDigest;
  return {
    log,
    models: [...new Set(models)],
    ...(scorer !== undefined && { scorer }),
    ...(caseDigest !== undefined && { case_digest: caseDigest }),
  };
}

/** Models that the log gives to its scorers: in the role of the grader, or as options of a scorer. */
function gradersOf({ model_roles: roles, scorers }: EvalFields): ReadonlySet<unknown> {
  const options = (Array.isArray(scorers) ? scorers : []).flatMap(scorer => {
    const { model, models } = Object(Object(scorer).options) as { model?: unknown; models?: unknown };
    return [model, Object(model).model, models].flat();
  });
  return new Set([roles?.[graderRole]?.model, ...options].filter(each => typeof each === 'string'));
}

/** Reads how a log ended, once all of its samples were read. @param about without anything where its last part is missing */
export function claimEnd(
  log: LogClaims,
  { status, results, eval: evaluated }: { status?: unknown; results?: unknown; eval?: EvalFields },
  samples: number,
): void {
  if (evaluated === undefined) markPartial(log, 'it has no header, so it was cut off');
  const known = statusOf(status);
  if (known === 'partial') markPartial(log, `its status is \`${String(status)}\``);
  const { total_samples: total } = Object(results) as { total_samples?: unknown };
  if (typeof total === 'number' && total > samples)
    markPartial(log, `it holds ${samples} of ${total} samples`);
  if (log.status === undefined && known !== undefined) log.status = known;
}
