/** Checks that every published version has the bytes, the signature and the place in the log that its receipt states. */

import { signatureReceipt } from '#document/kind/signature-receipt.ts';
import { formerCutKey, isFormerList } from '#document/proof/document/keys.ts';
import { artifactPath } from '#document/proof/document/page.ts';
import { type Receipt, shellLines } from '#document/proof/document/receipt.ts';
import type { PublishedEntry } from '#document/proof/log/entry.ts';
import { sha256Hex } from '#document/text/digest.ts';
import type { CheckFault } from '../../support/fault.ts';
import { proofReasons, signatureReasons } from '../../support/signed/receipt.ts';
import type { CheckInput } from '../check-input.ts';
import type { Tree } from '../tree.ts';
import { type Check, faultAt } from './check.ts';

export const artifactCheck: Check = {
  name: 'artifacts and signatures',
  help: 'Use no version that is named here until its receipt verifies.',
  run: (tree, evidence) => [
    ...evidence.entries.flatMap((entry, index) =>
      entry?.type === 'published' ? checkArtifact(tree, evidence, entry, index) : [],
    ),
    ...checkLogged(evidence),
  ],
};

function checkArtifact(tree: Tree, evidence: CheckInput, entry: PublishedEntry, index: number): CheckFault[] {
  const path = artifactPath(entry.digest, 'signature');
  const faults = [entry.path, artifactPath(entry.digest)].flatMap(each =>
    checkBytes(tree, each, entry.digest),
  );
  const fields = signatureReceipt.fields.safeParse(receiptFields(evidence, path));
  if (!fields.success)
    return [...faults, faultAt(tree, path, `There is no valid receipt for ${entry.path}.`)];
  const receipt = fields.data;
  const reasons = [
    ...receiptReasons(
      receipt,
      entry,
      evidence.documents.get(path)!.source.body,
      linesOf(receipt, tree, evidence),
    ),
    ...signatureReasons(receipt, tree.pages.get(entry.path)?.bytes, evidence.keys, 'publication'),
    ...proofReasons(receipt, entry, index, evidence.log.checkpoint),
  ];
  return [...faults, ...reasons.map(reason => faultAt(tree, path, reason))];
}

/** Checks that the page of a version has the digest that the log records. */
function checkBytes(tree: Tree, path: string, digest: string): CheckFault[] {
  const bytes = tree.pages.get(path)?.bytes;
  if (bytes === undefined)
    return [faultAt(tree, path, `The log records ${digest} here, but nothing is served.`)];
  const found = `sha256:${sha256Hex(bytes)}`;
  return found === digest
    ? []
    : [faultAt(tree, path, `The log records ${digest}, but the bytes have ${found}.`)];
}

/** Returns the fields of a receipt without those that all documents have, which the schema check covers. */
function receiptFields({ documents }: CheckInput, path: string): Record<string, unknown> {
  const value = documents.get(path)?.source.value ?? {};
  const names = Object.keys(signatureReceipt.fields.shape).filter(name => value[name] !== undefined);
  return Object.fromEntries(names.map(name => [name, value[name]]));
}

const linesOf = (receipt: Receipt, { baseUrl }: Tree, { keys }: CheckInput): string[] =>
  isFormerList(keys)
    ? shellLines(receipt, { baseUrl }, formerCutKey(receipt.key_id))
    : shellLines(receipt, { baseUrl });

function receiptReasons(receipt: Receipt, entry: PublishedEntry, body: string, lines: string[]): string[] {
  const { digest, path: published_path, published_at } = entry;
  const expected: Partial<Receipt> = { digest, published_path, published_at };
  const differing = Object.entries(expected).filter(
    ([field, value]) => receipt[field as keyof Receipt] !== value,
  );
  const reasons = differing.map(([field, value]) => `\`${field}\` is not ${value}, as the log has it.`);
  const hasLines = lines.every(line => body.split('\n').includes(line));
  return hasLines
    ? reasons
    : [...reasons, 'The lines of shell that verify it are not those that its fields give.'];
}

/** Checks that every page of a version is in the log, or repeats a page that is. */
function checkLogged({ documents, entries }: CheckInput): CheckFault[] {
  const published = entries.filter(entry => entry?.type === 'published') as PublishedEntry[];
  const logged = new Set(published.flatMap(({ path, digest }) => [path, artifactPath(digest)]));
  return [...documents.values()]
    .filter(({ source }) => ['starter', 'formation'].includes(String(source.value.kind)))
    .filter(({ page }) => !logged.has(page.path) && !logged.has(page.entry?.same_as ?? ''))
    .map(({ page }) => ({
      where: page.where,
      message: 'It is served as a published version, but it is not in the log.',
    }));
}
