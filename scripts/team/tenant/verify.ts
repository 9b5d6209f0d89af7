/** `tenant verify`: reads a recommendation with all that it rests on, and computes it again. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EvidenceSnapshot } from '#document/kind/evidence-snapshot.ts';
import type { Recommendation } from '#document/kind/recommendation.ts';
import { keysPath } from '#document/trust/keys.ts';
import { readDocuments } from '../../verify/decision/documents.ts';
import { linesOf, verifyDecisions } from '../../verify/decision/verify.ts';
import { get } from '../../verify/http.ts';
import { Failure } from '../failure.ts';
import { print, say } from '../output.ts';
import { type Connection, orAway, read } from './connection.ts';
import { digestOrFile } from './reference.ts';

/**
 * Verifies a recommendation of the tenant; needs the scope `artifacts:read`.
 * @param folder where the documents are kept, so that others can verify them without the service; none when undefined
 * @throws Failure `failed` when a signature or a number does not hold
 */
export async function verifyDecision(
  connection: Connection,
  recommendation: string,
  folder: string | undefined,
): Promise<void> {
  const texts = await collect(connection, digestOrFile(recommendation));
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of texts) writeFileSync(join(folder, name), text);
    say(
      `${texts.size} documents are in ${folder}. Anyone can verify them: npm run verify -- decision ${folder}`,
    );
  }
  const documents = readDocuments(texts);
  const findings = verifyDecisions(documents);
  print(linesOf(findings).join('\n'));
  const faults = [...documents.unread, ...findings.flatMap(finding => finding.faults)];
  if (faults.length > 0 || findings.length === 0)
    throw new Failure('failed', 'The decision does not hold. Ask the operator before you act on it.');
  say('Every signature and every number holds.');
}

/** The documents by the names of files. */
export async function collect(connection: Connection, digest: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const keys = await orAway(get(connection.baseUrl + keysPath));
  texts.set('keys.md', Buffer.from(keys.body).toString('utf8'));
  const recommendation = await keep(connection, digest, 'recommendation', texts);
  const { profile, snapshots = [] } = recommendation as Partial<Recommendation>;
  if (profile === undefined) throw new Failure('wrongUse', `${digest} is not a recommendation.`);
  await keep(connection, profile, 'profile', texts);
  for (const { digest: each } of snapshots) {
    const { plan, suite, job, results } = (await keep(
      connection,
      each,
      'evidence',
      texts,
    )) as unknown as EvidenceSnapshot;
    await keep(connection, plan, 'plan', texts);
    await keep(connection, suite, 'suite', texts);
    // Nothing is computed from locks, but a report names teams by them.
    for (const { lock } of results)
      if (!texts.has(`${nameOf('lock', lock)}.md`)) await keep(connection, lock, 'lock', texts);
    await keepCases(connection, job, texts);
  }
  return texts;
}

const nameOf = (what: string, digest: string): string => `${what}-${digest.slice(7, 19)}`;

/** Reads an artifact and its receipt once. Returns its fields. */
async function keep(
  connection: Connection,
  digest: string,
  what: string,
  texts: Map<string, string>,
): Promise<Record<string, unknown>> {
  const route = `artifacts/sha256/${digest.slice(7)}`;
  const artifact = await read(connection, `${route}.md`);
  texts.set(`${nameOf(what, digest)}.md`, artifact.text);
  const receipt = await read(connection, `${route}/signature.md`);
  texts.set(`${nameOf(what, digest)}.signature.md`, receipt.text);
  return artifact.fields;
}

async function keepCases(connection: Connection, job: string, texts: Map<string, string>): Promise<void> {
  for (let after: unknown = 0; after !== undefined; ) {
    const page = await read(connection, `evaluations/${job}/cases.md?limit=500&after=${after}`);
    texts.set(`cases-${job.slice(3, 15)}-${after}.md`, page.text);
    after = page.fields.next_after;
  }
}
