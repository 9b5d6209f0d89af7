/** `tenant verify`: reads a recommendation with all documents that it depends on, and computes it again. */
import type { z } from 'zod';
import { evaluationPlan } from '#document/evaluation/evaluation-plan.ts';
import { evidenceSnapshot } from '#document/evaluation/evidence-snapshot.ts';
import { executionLock } from '#document/evaluation/execution-lock.ts';
import { question } from '#document/evaluation/question.ts';
import { recommendation } from '#document/evaluation/recommendation.ts';
import { suite } from '#document/evaluation/suite.ts';
import { workloadProfile } from '#document/evaluation/workload-profile.ts';
import type { Kind } from '#document/kind/kind.ts';
import type { ListedKey } from '#document/proof/document/keys.ts';
import { refused } from '../../runner/client.ts';
import { type Failure, failed } from '../../support/failure.ts';
import { print, say } from '../../support/output.ts';
import { readDocuments } from '../../verify/decision/documents.ts';
import { type Finding, linesOf, verifyDecisions } from '../../verify/decision/verify.ts';
import { routeOf } from './artifact.ts';
import { readCases } from './cases.ts';
import type { Connection } from './connection.ts';
import { digestOrFile } from './reference.ts';
import { saveFiles } from './save.ts';
import { readProved, readTrusted } from './signature.ts';

/** The most documents of a decision, and the most characters over all of them. */
const [mostDocuments, longestDecision] = [2000, 32 * 1024 * 1024];

/**
 * Verifies a recommendation of the tenant. The credential needs the scope `artifacts:read`.
 * @param named the digest or file of the recommendation
 * @param folder the folder in which to keep the documents, so that others can verify them without the service; undefined to keep
 * none
 * @throws Failure `failed` when a signature or a number does not hold; then nothing is written
 */
export async function verifyDecision(
  connection: Connection,
  named: string,
  folder: string | undefined,
): Promise<void> {
  const { texts, keys } = await collectSigned(connection, digestOrFile(named));
  const findings = checkNumbers(texts, keys);
  if (findings.length === 0 || findings.some(({ isSigned }) => !isSigned)) throw doesNotHold();
  say(`Signatures were checked with the keys ${keys.map(({ key_id }) => key_id).join(', ')}.`);
  say('Every signature and every number is right.');
  if (folder === undefined) return;
  saveFiles(folder, texts, false);
  say(
    `${texts.size} documents are in ${folder}. Anyone can verify them: npm run verify -- decision ${folder}`,
  );
}

const doesNotHold = (): Failure =>
  failed('The decision does not hold. Ask the operator before you act on it.');

/**
 * Checks the documents of a decision and prints the findings.
 * @throws Failure when a number does not hold
 */
function checkNumbers(texts: ReadonlyMap<string, string>, keys: ListedKey[]): Finding[] {
  const documents = { ...readDocuments(texts), keys };
  const findings = verifyDecisions(documents);
  if (findings.length > 0) print(linesOf(findings).join('\n'));
  if (documents.unread.length > 0 || findings.some(({ faults }) => faults.length > 0)) throw doesNotHold();
  return findings;
}

/**
 * Reads a recommendation or evidence with all documents that it depends on. Returns their texts by new file names.
 * @throws Failure when a signature or a number does not hold
 */
export async function collect(connection: Connection, digest: string): Promise<Map<string, string>> {
  const { texts, keys } = await collectSigned(connection, digest);
  checkNumbers(texts, keys);
  return texts;
}

async function collectSigned(
  connection: Connection,
  digest: string,
): Promise<{ texts: Map<string, string>; keys: ListedKey[] }> {
  const { text, keys } = await readTrusted(connection);
  const collection = new Collection(connection, keys);
  collection.add('keys.md', text);
  const { body } = await connection.client.get(`${routeOf(digest)}.md`);
  if (/^kind: evidence_snapshot$/m.test(body.toString())) await keepEvidence(digest, collection, connection);
  else {
    const { profile, snapshots } = await collection.keep(digest, 'recommendation', recommendation);
    await collection.keep(profile, 'profile', workloadProfile);
    for (const each of snapshots) await keepEvidence(each.digest, collection, connection);
  }
  return { texts: collection.texts, keys };
}

async function keepEvidence(digest: string, collection: Collection, connection: Connection): Promise<void> {
  const evidence = await collection.keep(digest, 'evidence', evidenceSnapshot);
  const plan = await collection.keep(evidence.plan, 'plan', evaluationPlan);
  if (plan.question !== undefined) await collection.keep(plan.question, 'question', question);
  await collection.keep(evidence.suite, 'suite', suite);
  // Nothing is computed from locks, but pages name teams by them.
  for (const { lock } of evidence.results) await collection.keep(lock, 'lock', executionLock);
  const pages = await readCases(connection, evidence);
  for (const [at, page] of pages.entries())
    collection.add(`cases-${evidence.job.slice(3, 15)}-${String(at + 1).padStart(4, '0')}.md`, page.text);
}

/** The documents of a decision whose digests and signatures were checked, each once. */
class Collection {
  readonly texts = new Map<string, string>();
  readonly #connection: Connection;
  readonly #keys: readonly ListedKey[];
  readonly #known = new Map<string, unknown>();
  #characters = 0;

  constructor(connection: Connection, keys: readonly ListedKey[]) {
    this.#connection = connection;
    this.#keys = keys;
  }

  /**
   * Adds a document.
   * @throws Failure when there are more documents than a decision may have, or the name is taken
   */
  add(name: string, text: string): void {
    this.#characters += text.length;
    if (this.texts.size >= mostDocuments || this.#characters > longestDecision)
      throw refused('It is larger than a decision with all its documents can be.');
    if (this.texts.has(name)) throw refused(`Two documents would be kept as ${name}.`);
    this.texts.set(name, text);
  }

  /**
   * Reads an artifact and its receipt, and adds both once.
   * @returns the fields of the artifact
   * @throws Failure when the artifact or its receipt does not hold
   */
  async keep<Shape extends z.ZodRawShape>(
    digest: string,
    what: string,
    kind: Kind<Shape>,
  ): Promise<z.infer<z.ZodObject<Shape>>> {
    const before = this.#known.get(digest);
    if (before !== undefined) return before as z.infer<z.ZodObject<Shape>>;
    const { fields, text, receipt } = await readProved(this.#connection, digest, kind, this.#keys);
    const name = `${what}-${digest.slice(7, 19)}`;
    this.add(`${name}.md`, text);
    this.add(`${name}.signature.md`, receipt);
    this.#known.set(digest, fields);
    return fields;
  }
}
