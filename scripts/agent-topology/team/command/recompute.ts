/** `recompute`: computes a published comparison again, from its table and, if they are at hand, from the files of its source. */
import type { Kind } from '#document/kind/kind.ts';
import { comparison } from '#document/message/index.ts';
import { decodeUtf8 } from '#document/text/front-matter.ts';
import type { ComparisonFields } from '../../../../build/document/comparison/compute.ts';
import { ExtractionError } from '../../../../build/document/comparison/extract.ts';
import { CheckoutError } from '../../../edit/comparison/checkout.ts';
import { recompute as recomputeDocument } from '../../../edit/comparison/recompute.ts';
import { failed, wrongUse } from '../../../support/failure.ts';
import { print, say } from '../../../support/output.ts';
import { readLockFile } from '../install/lock-file.ts';
import { openTrusted, projectOf, type TeamOptions } from './options.ts';

interface RecomputeOptions extends TeamOptions {
  source?: string;
  json?: boolean;
}

/**
 * Computes a comparison again and prints the differences.
 * @throws Failure when there are any, or there is no such comparison
 */
export async function recompute(name: string, options: RecomputeOptions): Promise<void> {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name))
    throw wrongUse(`${name} is not the name of a comparison. Write lowercase words joined by hyphens.`);
  const { catalog } = await openTrusted(options, readLockFile(projectOf(options)));
  const document = await catalog.document(`/comparisons/${name}.md`, comparison as unknown as Kind);
  if (!document)
    throw wrongUse(`${catalog.name} has no comparison ${name}. /comparisons/index.md lists them.`);
  const fields = document.fields as unknown as ComparisonFields;
  const table =
    fields.cases_digest === undefined ? undefined : await catalog.page(`/comparisons/${name}.csv`);
  if (fields.cases_digest !== undefined && !table) catalog.refuse(`/comparisons/${name}.csv is missing.`);
  const faults = found(fields, table, options.source);
  const how = options.source === undefined ? 'table' : 'source';
  if (options.json)
    print(JSON.stringify({ comparison: name, agrees: faults.length === 0, checked: how, faults }));
  else for (const fault of faults) print(fault);
  if (faults.length > 0) throw failed(`The results of ${name} do not follow from its ${how}.`);
  const counts = table ? 'its table' : 'the counts that it states, because its licence allows no table';
  const further =
    options.source === undefined ? '' : `, and ${table ? 'the table' : 'the counts'} from its source`;
  const { length } = fields.results;
  const follow = length === 1 ? '1 result follows' : `${length} results follow`;
  say(`${name}: ${follow} from ${counts}${further}.`);
  if (options.source === undefined) {
    const { repository, commit } = fields.sources[0]!;
    say(`Next: check out ${repository} at ${commit}, and name that folder with --source.`);
  }
}

function found(fields: ComparisonFields, table: Buffer | undefined, source: string | undefined): string[] {
  const decoded = table && decodeUtf8(table);
  if (decoded && !decoded.ok) return decoded.faults.map(({ message }) => message);
  try {
    return recomputeDocument(fields, decoded?.text, source);
  } catch (error) {
    if (error instanceof CheckoutError || error instanceof ExtractionError) return [error.message];
    throw error;
  }
}
