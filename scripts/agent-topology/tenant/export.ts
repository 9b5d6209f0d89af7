/** `tenant export`: writes evidence as files of Every Eval Ever, which other tools read. */
import { join } from 'node:path';
import { evidenceSnapshot } from '#document/evaluation/evidence-snapshot.ts';
import { counted, print, say } from '../../support/output.ts';
import { readArtifact } from './artifact.ts';
import { readTable } from './cases.ts';
import type { Connection } from './connection.ts';
import { evidenceFiles } from './export-evidence/every-eval-ever.ts';
import { digestOrFile } from './reference.ts';
import { saveFiles } from './save.ts';
import { checkSigned } from './signature.ts';

/**
 * Exports a snapshot with the results of its cases; needs the scope `artifacts:read`.
 * @param evidence its digest or file
 * @param out the folder
 * @throws Failure when it is not evidence, its proof does not hold, or something else is where a file goes
 */
export async function exportEvidence(connection: Connection, evidence: string, out: string): Promise<void> {
  const digest = digestOrFile(evidence);
  const { fields: snapshot } = await readArtifact(connection, digest, evidenceSnapshot);
  await checkSigned(connection, digest, 'Evidence');
  const files = evidenceFiles({
    digest,
    evidence: snapshot,
    cases: await readTable(connection, snapshot),
    source: connection.baseUrl,
    now: Math.floor(Date.now() / 1000),
  });
  saveFiles(out, new Map(files.map(({ path, text }) => [path, text])), true);
  for (const { path } of files) print(join(out, path));
  say(`${counted(files.length, 'file')} of Every Eval Ever 0.3, without inputs and transcripts.`);
}
