/** Documents of an import: those that are named, and those that are made from results when the person asks for it. */

import type { z } from 'zod';
import { type EvaluationPlan, evaluationPlan } from '#build/evaluation/evaluation-plan.ts';
import { executionLock } from '#build/evaluation/execution-lock.ts';
import type { FixedScorer } from '#build/evaluation/imported-log.ts';
import { question } from '#build/evaluation/question.ts';
import { type Suite, suite } from '#build/evaluation/suite.ts';
import type { Kind } from '#build/kind/kind.ts';
import { digestField, sha256Hex } from '#build/text/digest.ts';
import { writeDocument } from '#build/text/front-matter.ts';
import { Failure } from '../../support/failure.ts';
import { readArtifact } from '../artifact.ts';
import { type Connection, checked } from '../connection.ts';
import { type Draft, readDraft } from '../reference.ts';

/** A document of the service by its digest, or of a file that is to be registered. */
export interface Reference {
  /** As the person named it. */
  name: string;
  digest: string;
  /** The file and all that it names; none for a digest. */
  drafts: readonly Draft[];
}

/** Reads a digest or a file. @throws Failure when there is no such file */
export function referenceTo(text: string): Reference {
  if (/^sha256:[0-9a-f]{64}$/.test(text)) return { name: text.slice(0, 19), digest: text, drafts: [] };
  return draftReference(readDraft(text));
}

const draftReference = (draft: Draft): Reference => ({
  name: draft.file,
  digest: draft.digest,
  drafts: [...draft.names.map(name => readDraft(name)), draft],
});

/** A document that is made here, with its fields. */
function made(name: string, kind: string, fields: Record<string, unknown>): Reference {
  const text = writeDocument({ schema: `formation.${kind}/v0.1`, kind, ...fields }, '');
  return draftReference({ file: name, text, kind, digest: digestField(sha256Hex(text)), names: [] });
}

type Named = Pick<Reference, 'digest' | 'name'>;

/**
 * What a document says, from the files of this command or from the service.
 * @throws Failure unless it is of the kind
 */
async function fieldsOf<Shape extends z.ZodRawShape>(
  connection: Connection,
  { digest, name }: Named,
  kind: Kind<Shape>,
  drafts: readonly Draft[],
): Promise<z.infer<z.ZodObject<Shape>>> {
  const draft = drafts.find(each => each.digest === digest);
  if (!draft) return (await readArtifact(connection, digest, kind)).fields;
  if (draft.kind !== kind.kind)
    throw new Failure(
      'wrongUse',
      `${name} is ${draft.kind ?? 'no document'}; expected a document of kind ${kind.kind}.`,
    );
  return checked(kind, { body: Buffer.from(draft.text) }, name).fields;
}

export const suiteFields = (connection: Connection, named: Named, drafts: readonly Draft[]): Promise<Suite> =>
  fieldsOf(connection, named, suite, drafts);

export const planFields = (
  connection: Connection,
  plan: Named,
  drafts: readonly Draft[],
): Promise<EvaluationPlan> => fieldsOf(connection, plan, evaluationPlan, drafts);

/** The models that the roles of a lock are pinned to. */
export async function modelsOf(
  connection: Connection,
  lock: Named,
  drafts: readonly Draft[],
): Promise<string[]> {
  const { roles } = await fieldsOf(connection, lock, executionLock, drafts);
  return [...new Set(roles.flatMap(({ model_id }) => model_id ?? []))];
}

/** How the question of a plan fixed that results are judged; undefined where it names no question, or the question none. */
export const scorerOf = async (
  connection: Connection,
  { question: digest }: EvaluationPlan,
  drafts: readonly Draft[],
): Promise<FixedScorer | undefined> =>
  digest === undefined
    ? undefined
    : (await fieldsOf(connection, { digest, name: 'the question of the plan' }, question, drafts)).scorer;

/** The most cases of a suite. */
export const maxCases = 2000;

/**
 * A suite of the cases that results name. The cases themselves are not in it, so the digest of each is that of its name.
 * @param cases the names in the files, and what the rule makes of them
 * @throws Failure when two have one name, or they are too many
 */
export function suiteOfResults(cases: ReadonlyMap<string, string>, taskClass: string): Reference {
  const names = [...new Set(cases.values())].sort();
  const [one, two] = twins(cases);
  if (one !== undefined)
    throw new Failure(
      'wrongUse',
      `The cases \`${one}\` and \`${two}\` are both named \`${cases.get(one)}\` in a suite. Name them by --map csv:FILE.`,
    );
  if (names.length === 0 || names.length > maxCases)
    throw new Failure(
      'wrongUse',
      `A suite has 1 to ${maxCases} cases, and the results have ${names.length}.`,
    );
  return made('the suite of these results', 'suite', {
    title: `${names.length} cases of imported results`,
    description: 'Made from results: the digest of a case is that of its name.',
    name: `imported-${sha256Hex(JSON.stringify(names)).slice(0, 12)}`,
    version: '1.0.0',
    task_class: taskClass,
    cases: names.map(id => ({ id, digest: digestField(sha256Hex(id)) })),
  });
}

function twins(cases: ReadonlyMap<string, string>): [string?, string?] {
  const known = new Map<string, string>();
  for (const [name, id] of cases) {
    const other = known.get(id);
    if (other !== undefined) return [other, name];
    known.set(id, name);
  }
  return [];
}

/** A plan for results: the same ones make the same plan, which is so started once. */
export const planOfResults = (
  suite: Reference,
  locks: readonly string[],
  control: string | undefined,
  repetitions: number,
): Reference =>
  made('the plan of these results', 'evaluation_plan', {
    title: 'Imported results',
    description: `${locks.length} ${locks.length === 1 ? 'lock' : 'locks'} on results that exist.`,
    suite: suite.digest,
    locks,
    ...(control !== undefined && { control }),
    repetitions,
    seed: Number.parseInt(suite.digest.slice(7, 17), 16),
  });

/** A profile that asks for a pass rate and nothing else. */
export const profileOfRate = (taskClass: string, percent: number): Reference =>
  made('the profile of this rate', 'workload_profile', {
    title: `At least ${percent} %`,
    description: `At least ${percent} % of the runs pass.`,
    task_class: taskClass,
    min_pass_rate: percent,
  });
