/** `tenant export`: writes evidence as files of Every Eval Ever, which other tools read. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { EvaluationCases } from '#document/kind/evaluation-cases.ts';
import type { EvidenceSnapshot } from '#document/kind/evidence-snapshot.ts';
import { evidenceFiles } from '../export-evidence/every-eval-ever.ts';
import { Failure } from '../failure.ts';
import { counted, print, say } from '../output.ts';
import { type Connection, read } from './connection.ts';
import { digestOrFile } from './reference.ts';

/**
 * Exports a snapshot with the results of its cases; needs the scope `artifacts:read`.
 * @param evidence its digest or file
 * @param out the folder
 * @throws Failure when it is no evidence
 */
export async function exportEvidence(connection: Connection, evidence: string, out: string): Promise<void> {
  const digest = digestOrFile(evidence);
  const { fields } = await read(connection, `artifacts/sha256/${digest.slice('sha256:'.length)}.md`);
  if (fields.kind !== 'evidence_snapshot')
    throw new Failure('wrongUse', `${digest} is no evidence. The page of an evaluation names its evidence.`);
  const snapshot = fields as unknown as EvidenceSnapshot;
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

async function readCases(
  connection: Connection,
  job: string,
): Promise<Pick<EvaluationCases, 'locks' | 'cases'>> {
  const cases: EvaluationCases['cases'] = [];
  let locks: EvaluationCases['locks'] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { fields } = await read(connection, `evaluations/${job}/cases.md?limit=500&after=${after}`);
    const page = fields as unknown as EvaluationCases;
    locks = page.locks;
    cases.push(...page.cases);
    after = page.next_after;
  }
  return { locks, cases };
}
