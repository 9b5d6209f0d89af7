/** `operator signing-key rotate`. */
import type { Command } from 'commander';
import { readEnvironment, sharedVariables, signingVariables } from '#document/environment.ts';
import { rotateSigningKey } from '../../build/signing-key.ts';
import { rfc3339, seconds } from '../../server/ticket/time.ts';
import { printReport } from './operator.ts';

export function addSigningKeyCommands(program: Command): void {
  program
    .command('signing-key')
    .description('The key that signs what is published.')
    .command('rotate')
    .description('Puts a new key in the place of the active one, which stays listed as retired.')
    .action(() => {
      const { SIGNING_KEY, DATA_DIR } = readEnvironment(
        { ...sharedVariables, ...signingVariables },
        process.env,
      );
      const now = rfc3339(seconds(Date.now()));
      const { active, retired } = rotateSigningKey({ signingKey: SIGNING_KEY, dataDir: DATA_DIR, now });
      printReport('signing-key rotate', {
        fields: { key_id: active.keyId, active_since: now, retired: retired.map(({ keyId }) => keyId) },
        text: 'Run `npm run build`: what is published from then on is signed by the new key, and `/trust/keys.md` lists both.',
      });
    });
}
