/** `operator doctor`: checks everything that a deployment needs, and says how to fix what is wrong. It changes nothing. */
import type { Command } from 'commander';
import { readConfig } from '../../server/process/config.ts';
import { seconds } from '../../server/support/time.ts';
import type { Host } from '../support/host.ts';
import { progressOn } from '../support/progress.ts';
import type { Check, Finding } from './doctor/check.ts';
import { clock } from './doctor/clock.ts';
import { database } from './doctor/database.ts';
import { dist } from './doctor/dist.ts';
import { folders } from './doctor/folders.ts';
import { keys } from './doctor/keys.ts';
import { log } from './doctor/log.ts';
import { printOutput } from './operator.ts';

/** The checks of the doctor, in the order in which they are made. */
const checks: Readonly<Record<string, Check>> = { folders, keys, log, dist, database, clock };

export function addDoctorCommand(program: Command, host: Host): void {
  program
    .command('doctor')
    .description('Checks folders, keys, log, dist, database and clock, and says how to fix what is wrong.')
    .option('--full', 'also verify every file of the catalog, as `npm run verify` does')
    .action(async ({ full = false }: { full?: boolean }) => {
      const config = readConfig(host.env);
      const progress = progressOn(host.stderr);
      const findings: (Finding & { check: string })[] = [];
      for (const [check, run] of Object.entries(checks)) {
        const found = await run({ config, progress, now: seconds(Date.now()), isFull: full }).catch(failed);
        findings.push(...found.map(finding => ({ check, ...finding })));
      }
      const wrong = findings.filter(({ fix }) => fix !== undefined);
      if (wrong.length > 0) host.exitCode = 1;
      printOutput(host, 'doctor', {
        fields: { checks: findings, wrong: wrong.length },
        text: findings.map(lineOf).join('\n'),
      });
    });
}

/** Returns the finding for a check that could not be made. */
function failed(error: Error): Finding[] {
  const [message = ''] = error.message.split('\n');
  return [{ found: message, fix: 'Fix this first, then run `operator doctor` again.' }];
}

const lineOf = ({ check, found, fix }: Finding & { check: string }): string =>
  fix === undefined ? `- ${check}: ${found}` : `- ${check}: **${found}** ${fix}`;
