/** `npm run verify -- decision PATH…`: its arguments, its output and its exit codes. */
import { parseArgs } from 'node:util';
import { harmless } from '../../support/harmless.ts';
import type { Host } from '../../support/host.ts';
import { usage } from '../program.ts';

async function exitCodeOf({ argv, stdout, stderr }: Host): Promise<number> {
  try {
    const options = { key: { type: 'string', multiple: true } } as const;
    const { positionals, values } = parseArgs({ args: argv.slice(3), options, allowPositionals: true });
    if (positionals.length === 0) {
      stderr.write(usage);
      return 2;
    }
    const { verifyFiles } = await import('./files.ts');
    const { report, isVerified } = verifyFiles(positionals, values.key ?? []);
    stdout.write(harmless(report));
    return isVerified ? 0 : 1;
  } catch (error) {
    const { path, code = '', message } = error as NodeJS.ErrnoException;
    if (code.startsWith('ERR_PARSE_ARGS')) {
      stderr.write(`${harmless(message)}\n${usage}`);
      return 2;
    }
    if (path === undefined) throw error;
    stderr.write(`${path} cannot be read (${code}). Name the folder that \`tenant verify --save\` wrote.\n`);
    return 2;
  }
}

/** Tells whether the arguments of a host ask to verify decisions. The word `decision` alone names a folder. */
export const namesDecisions = ({ argv: [, , first, ...paths] }: Host): boolean =>
  first === 'decision' && paths.length > 0;

/** Verifies the decisions in the files that the arguments of a host name, and writes the report and the exit code to the host. */
export async function decisionCommand(host: Host): Promise<void> {
  host.exitCode = await exitCodeOf(host);
}
