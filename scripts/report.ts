/**
 * `npm run report -- DOCUMENT… [--keys FILE_OR_URL] [--key ID…] [--out FILE]`: signed evidence, recommendations and jobs as one
 * HTML file for the people who decide (docs/tenants.md#19). A document is a file, the address of a tenant's document or its
 * digest. Exits 1, without a report, when a signature does not hold, 2 for wrong use, 3 when the service does not answer.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gather } from './report/gather.ts';
import { reportPage } from './report/page.ts';
import { outliveReaders } from './support/closed-output.ts';
import { Failure } from './team/failure.ts';
import { closeConnections } from './verify/http.ts';

outliveReaders();

const usage =
  'Usage: npm run report -- DOCUMENT… [--keys FILE_OR_URL] [--key KEY_ID]… [--out report.html]\n' +
  "DOCUMENT is a file, the address or the digest of a tenant's document; give the receipts of files too.\n";

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        keys: { type: 'string' },
        key: { type: 'string', multiple: true, default: [] },
        out: { type: 'string', default: 'report.html' },
      },
    });
    if (positionals.length > 0) return { words: positionals, ...values };
    throw new Failure('wrongUse', 'No document is given.');
  } catch (error) {
    throw new Failure('wrongUse', `${(error as Error).message}\n${usage.trimEnd()}`);
  }
}

async function main(): Promise<void> {
  const { words, keys, key, out } = readArguments();
  const gathered = await gather({ words, keys, pins: key, environment: process.env });
  try {
    writeFileSync(out, reportPage(gathered));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new Failure('wrongUse', `${out} cannot be written (${code}).`);
  }
  const signed = gathered.documents.filter(({ signature }) => signature).length;
  process.stdout.write(`${out}: ${signed} ${signed === 1 ? 'signature' : 'signatures'} verified.\n`);
}

main()
  .catch((error: Error) => {
    if (!(error instanceof Failure)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    process.exitCode = error.exitCode;
  })
  .finally(closeConnections);
