/** `tenant export`: writes evidence as files of Every Eval Ever, which other tools read. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { type EvaluationCases, evaluationCases } from '#document/kind/evaluation-cases.ts';
import { evidenceSnapshot } from '#document/kind/evidence-snapshot.ts';
import { evidenceFiles } from '../export-evidence/every-eval-ever.ts';
import { Failure } from '../failure.ts';
import { counted, print, say } from '../output.ts';
import { type Connection, read } from './connection.ts';
import { digestOrFile } from './reference.ts';
import { checkSigned } from './signature.ts';

/**
 * Exports a snapshot with the results of its cases; needs the scope `artifacts:read`.
 * @param evidence its digest or file
 * @param out the folder
 * @throws Failure when it is no evidence, or its proof does not hold
 */
export async function exportEvidence(connection: Connection, evidence: string, out: string): Promise<void> {
  const digest = digestOrFile(evidence);
  const route = `artifacts/sha256/${digest.slice('sha256:'.length)}.md`;
  const { fields } = await read(connection, route);
  if (fields.kind !== 'evidence_snapshot')
    throw new Failure('wrongUse', `${digest} is no evidence. The page of an evaluation names its evidence.`);
  await checkSigned(connection, digest, 'Evidence');
  const snapshot = checked(evidenceSnapshot.fields.loose(), fields, route);
  const files = evidenceFiles({
    digest,
    evidence: snapshot,
    cases: await readCases(connection, snapshot.job),
    source: connection.baseUrl,
    now: Math.floor(Date.now() / 1000),
  });
  for (const { path, text } of files) {
    mkdirSync(join(out, dirname(path)), { recursive: true });
    writeFileSync(join(out, path), text);
    print(join(out, path));
  }
  say(`${counted(files.length, 'file')} of Every Eval Ever 0.3, without inputs and transcripts.`);
}

/** Names in a document become paths of files: none is taken that has not the form of its field. */
function checked<Schema extends z.ZodType>(schema: Schema, fields: unknown, route: string): z.infer<Schema> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Failure('failed', `${route}: ${issue!.path.join('.')}: ${issue!.message}. Ask the operator.`);
}

async function readCases(
  connection: Connection,
  job: string,
): Promise<Pick<EvaluationCases, 'locks' | 'cases'>> {
  const cases: EvaluationCases['cases'] = [];
  let locks: EvaluationCases['locks'] = [];
  let after = 0;
  for (let hasMore = true; hasMore; ) {
    const route = `evaluations/${job}/cases.md?limit=500&after=${after}`;
    const { fields } = await read(connection, route);
    const page: EvaluationCases = checked(evaluationCases.fields.loose(), fields, route);
    const next = page.next_after ?? 0;
    locks = page.locks;
    cases.push(...page.cases);
    hasMore = next > after;
    after = next;
  }
  return { locks, cases };
}
