/** The program `npm run verify`: its words, what it prints and its exit codes. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Host } from '../support/host.ts';
import type { Pins } from './check/check.ts';
import { verifyFiles } from './decision/files.ts';
import { readContent } from './derive/content.ts';
import { progressOn } from './progress.ts';
import { faultCount, writeVerification } from './verification.ts';
import { verify } from './verify.ts';

const usage = `Usage: npm run verify -- DIST_FOLDER_OR_URL [--key KEY_ID] [--checkpoint FILE] [--content FOLDER]
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

function verifyDecision(words: readonly string[], { stdout, stderr }: Host): number {
  try {
    const options = { key: { type: 'string', multiple: true } } as const;
    const { positionals, values } = parseArgs({ args: [...words], options, allowPositionals: true });
    const { report, isVerified } = verifyFiles(positionals, values.key ?? []);
    stdout.write(report);
    return isVerified ? 0 : 1;
  } catch (error) {
    const { path, code = '', message } = error as NodeJS.ErrnoException;
    if (code.startsWith('ERR_PARSE_ARGS')) {
      stderr.write(`${message}\n${usage}`);
      return 2;
    }
    if (path === undefined) throw error;
    stderr.write(`${path} cannot be read (${code}). Name the folder that \`tenant verify --save\` wrote.\n`);
    return 2;
  }
}

async function exitCodeOf(host: Host): Promise<number> {
  const { stdout, stderr } = host;
  const [first, ...paths] = host.argv.slice(2);
  if (first === 'decision' && paths.length > 0) return verifyDecision(paths, host);
  const given = readArguments(host);
  if (given === undefined) {
    stderr.write(usage);
    return 2;
  }
  try {
    const report = await verify(given.target, given.pins, progressOn(stderr));
    stdout.write(writeVerification(report));
    if (faultCount(report) > 0) return 1;
    return report.underived ? 3 : 0;
  } catch (error) {
    stderr.write(`${given.target} could not be read: ${(error as Error).message}\n`);
    return 1;
  }
}

/** Verifies what the words of a host name. */
export async function verifyCommand(host: Host): Promise<void> {
  host.exitCode = await exitCodeOf(host);
}
