/**
 * `npm run verify -- TARGET [--key ID] [--checkpoint FILE]`: verifies a built folder or a live site from the outside.
 *
 * It knows the public formats (build/document/) and nothing of the server or the build. With a key id that you have from
 * elsewhere and a checkpoint that you kept, you need not rely on the target's own claims. Exits 0 when all is well, 1 when
 * something is not, and says what and where.
 *
 * `npm run verify -- decision PATH…` verifies a recommendation with the documents that it rests on, as `agent-topology tenant verify`
 * saves them (docs/recommendations.md#13).
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { outliveReaders } from './support/closed-output.ts';
import type { Pins } from './verify/check/check.ts';
import { verifyFiles } from './verify/decision/files.ts';
import { progressOn } from './verify/progress.ts';
import { faultCount, writeReport } from './verify/report.ts';
import { verify } from './verify/verify.ts';

outliveReaders();

const usage = `Usage: npm run verify -- DIST_FOLDER_OR_URL [--key KEY_ID] [--checkpoint FILE]
       npm run verify -- decision FILE_OR_FOLDER…
`;

function readArguments(): { target: string; pins: Pins } | undefined {
  try {
    const options = { key: { type: 'string' }, checkpoint: { type: 'string' } } as const;
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    if (positionals.length !== 1) return undefined;
    const pins: Pins = {
      ...(values.key !== undefined && { keyId: values.key }),
      ...(values.checkpoint !== undefined && { checkpoint: readFileSync(values.checkpoint) }),
    };
    return { target: positionals[0]!, pins };
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return undefined;
  }
}

function verifyDecision(paths: readonly string[]): number {
  try {
    const { report, isVerified } = verifyFiles(paths);
    process.stdout.write(report);
    return isVerified ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return 2;
  }
}

async function main(): Promise<number> {
  const [first, ...paths] = process.argv.slice(2);
  if (first === 'decision' && paths.length > 0) return verifyDecision(paths);
  const given = readArguments();
  if (given === undefined) {
    process.stderr.write(usage);
    return 2;
  }
  try {
    const report = await verify(given.target, given.pins, progressOn(process.stderr));
    process.stdout.write(writeReport(report));
    return faultCount(report) === 0 ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${given.target} could not be read: ${(error as Error).message}\n`);
    return 1;
  }
}

process.exitCode = await main();
