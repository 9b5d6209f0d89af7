/** The program `scripts/recompute.ts`: makes the table and every number of a comparison in `content/` from its source. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mayPublish } from '#document/kind/comparison.ts';
import { authoredSchema } from '#document/kind/kind.ts';
import { comparison } from '#document/message/index.ts';
import { digestField, sha256Hex } from '#document/text/digest.ts';
import { readDocument, writeDocument } from '#document/text/front-matter.ts';
import { validate } from '#document/text/validate.ts';
import { type ComparisonFields, computeFromTable } from '../../../build/document/comparison/compute.ts';
import { countsFromTable } from '../../../build/document/comparison/counts.ts';
import type { Host } from '../../support/host.ts';
import { read, recompute, tableFromSource } from './recompute.ts';

const usage = 'Usage: npx tsx scripts/recompute.ts NAME [--source CHECKOUT [--write]] [--content FOLDER]\n';

/**
 * Runs the program. Sets the exit code to 1 if the comparison differs from what its table or source gives, or on any error, and
 * to 2 if NAME is missing or the options do not fit together.
 */
export function recomputeContent(host: Host): void {
  try {
    const { values, positionals } = parseArgs({
      args: host.argv.slice(2),
      allowPositionals: true,
      options: {
        source: { type: 'string' },
        write: { type: 'boolean' },
        content: { type: 'string', default: 'content' },
      },
    });
    const [name] = positionals;
    if (name === undefined || positionals.length > 1 || (values.write && values.source === undefined)) {
      host.stderr.write(usage);
      host.exitCode = 2;
      return;
    }
    const folder = join(values.content, 'comparisons');
    if (values.write) write(folder, name, values.source!, host);
    else check(folder, name, values.source, host);
  } catch (error) {
    host.stderr.write(`${(error as Error).message}\n`);
    host.exitCode = 1;
  }
}

/**
 * Reads a comparison of `content/`.
 * @throws Error that names its faults
 */
function readContent(folder: string, name: string): { fields: ComparisonFields; body: string; file: string } {
  const file = join(folder, `${name}.md`);
  const parsed = readDocument(readFileSync(file, 'utf8'));
  const valid = parsed.ok ? validate(authoredSchema(comparison), parsed.document) : parsed;
  if (parsed.ok && valid.ok)
    return { fields: valid.value as ComparisonFields, body: parsed.document.body, file };
  const faults = valid.ok ? [] : valid.faults;
  throw new Error(
    faults
      .map(({ line, column, message, help }) => `${file}:${line}:${column}: ${message} ${help}`)
      .join('\n'),
  );
}

function check(folder: string, name: string, source: string | undefined, host: Host): void {
  const { fields } = readContent(folder, name);
  const file = join(folder, `${name}.csv`);
  const faults = recompute(fields, existsSync(file) ? readFileSync(file, 'utf8') : undefined, source);
  host.stdout.write(faults.length === 0 ? `${name}: everything agrees.\n` : `${faults.join('\n')}\n`);
  if (faults.length > 0) host.exitCode = 1;
}

function write(folder: string, name: string, source: string, host: Host): void {
  const { fields, body, file } = readContent(folder, name);
  const { table: text, totals } = tableFromSource(fields, source);
  const table = read(text);
  const isPublished = mayPublish(fields.sources);
  const { headline, ...numbers } = isPublished
    ? computeFromTable(fields, table)
    : countsFromTable(fields, table, totals);
  const written = {
    ...fields,
    ...numbers,
    ...(fields.headline && headline && { headline: { ...fields.headline, recomputed: headline } }),
    cases_digest: isPublished ? digestField(sha256Hex(Buffer.from(text))) : undefined,
  };
  const order = ['title', 'description', ...Object.keys(comparison.fields.shape)];
  const inOrder = Object.fromEntries(
    order.map(field => [field, (written as Record<string, unknown>)[field]]),
  );
  writeFileSync(file, writeDocument(inOrder, body));
  const csv = join(folder, `${name}.csv`);
  if (isPublished) writeFileSync(csv, text);
  else rmSync(csv, { force: true });
  host.stdout.write(`${name}: ${table.cases.length} cases, ${numbers.results.length} results.\n`);
}
