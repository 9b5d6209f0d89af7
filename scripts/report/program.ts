/** `npm run report`: signed documents as one HTML file. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Failure } from '../support/failure.ts';
import { harmless } from '../support/harmless.ts';
import type { Host } from '../support/host.ts';
import { closeConnections } from '../support/http.ts';
import { gather } from './gather.ts';
import { reportPage } from './page.ts';

const usage =
  'Usage: npm run report -- DOCUMENT… [--keys FILE_OR_URL] [--key KEY_ID]… [--out report.html]\n' +
  "DOCUMENT is a file, the address or the digest of a tenant's document; give the receipts of files too.\n";

function readArguments({ argv }: Host) {
  try {
    const { positionals, values } = parseArgs({
      args: argv.slice(2),
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

async function report(host: Host): Promise<void> {
  const { words, keys, key, out } = readArguments(host);
  const gathered = await gather({ words, keys, pins: key, environment: host.env });
  try {
    writeFileSync(out, reportPage(gathered));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new Failure('wrongUse', `${out} cannot be written (${code}).`);
  }
  const signed = gathered.documents.filter(({ signature }) => signature).length;
  host.stdout.write(`${out}: ${signed} ${signed === 1 ? 'signature' : 'signatures'} verified.\n`);
}

/** Writes the report that the words of a host ask for. */
export async function writeReport(host: Host): Promise<void> {
  try {
    await report(host);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    host.stderr.write(harmless(`error: ${error.message}\n`));
    host.exitCode = error.exitCode;
  } finally {
    closeConnections();
  }
}
