/** The program `npm run verify`: its arguments, its output and its exit codes. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { harmless } from '../support/harmless.ts';
import type { Host } from '../support/host.ts';
import { progressOn } from '../support/progress.ts';
import { faultCount, writeVerification } from '../support/verification.ts';
import type { Pins } from './check/check.ts';
import { readContent } from './derive/sources.ts';

/** The usage of the program. */
export const usage = `Usage: npm run verify -- DIST_FOLDER_OR_URL [--key KEY_ID] [--checkpoint FILE] [--content FOLDER]
       npm run verify -- decision FILE_OR_FOLDER… [--key KEY_ID]…
`;

function readArguments({ argv, stderr }: Host): { target: string; pins: Pins } | undefined {
  try {
    const text = { type: 'string' } as const;
    const options = { key: text, checkpoint: text, content: text };
    const { positionals, values } = parseArgs({ args: argv.slice(2), options, allowPositionals: true });
    if (positionals.length !== 1) return undefined;
    const pins: Pins = {
      ...(values.key !== undefined && { keyId: values.key }),
      ...(values.checkpoint !== undefined && { checkpoint: readFileSync(values.checkpoint) }),
      ...(values.content !== undefined && { content: readContent(values.content) }),
    };
    return { target: positionals[0]!, pins };
  } catch (error) {
    stderr.write(`${(error as Error).message}\n`);
    return undefined;
  }
}

async function exitCodeOf(host: Host): Promise<number> {
  const { stdout, stderr } = host;
  const given = readArguments(host);
  if (given === undefined) {
    stderr.write(usage);
    return 2;
  }
  try {
    const { verify } = await import('./verify.ts');
    const report = await verify(given.target, given.pins, progressOn(stderr));
    stdout.write(harmless(writeVerification(report)));
    if (faultCount(report) > 0) return 1;
    return report.underived ? 3 : 0;
  } catch (error) {
    stderr.write(`${given.target} could not be read: ${harmless((error as Error).message)}\n`);
    return 1;
  }
}

/** Verifies the folder or site that the arguments of a host name, and writes the report and the exit code to the host. */
export async function verifyCommand(host: Host): Promise<void> {
  host.exitCode = await exitCodeOf(host);
}
