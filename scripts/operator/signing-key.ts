/** `operator signing-key rotate`: replaces a signing key by a new one. */
import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { type KeyPurpose, keyPurposes } from '#document/kind/signing-keys.ts';
import {
  readEnvironment,
  sharedVariables,
  signingKeyOf,
  signingVariables,
} from '#document/text/environment.ts';
import { rotateSigningKey } from '../../build/document/proof/disk/signing-key.ts';
import { rfc3339, seconds } from '../../server/support/time.ts';
import type { Host } from '../support/host.ts';
import { printOutput } from './operator.ts';

export function addSigningKeyCommands(program: Command, host: Host): void {
  program
    .command('signing-key')
    .description('Manages the keys that sign publications, documents of tenants, and the log.')
    .command('rotate')
    .description('Replaces the active key of a purpose with a new key. The old key stays listed as retired.')
    .addOption(
      new Option('--purpose <purpose>', 'the purpose whose key is replaced')
        .choices(keyPurposes)
        .default('publication'),
    )
    .action(({ purpose }: { purpose: KeyPurpose }) => {
      const setting = readEnvironment({ ...sharedVariables, ...signingVariables }, host.env);
      const now = rfc3339(seconds(Date.now()));
      const rotated = rotateSigningKey(
        { signingKey: signingKeyOf(setting, readFileSync), dataDir: setting.DATA_DIR, now },
        purpose,
      );
      const { active, retired } = rotated[purpose];
      const ids = retired.map(({ keyId }) => keyId);
      printOutput(host, 'signing-key rotate', {
        fields: { purpose, key_id: active.keyId, active_since: now, retired: ids },
        text: `Run \`npm run build\`, so that \`/trust/keys.md\` lists both: ${effects[purpose]}.`,
      });
    });
}

const effects: Record<KeyPurpose, string> = {
  publication: 'the new key signs what is published from now on',
  tenant:
    'servers sign with the new key within a second, and what it signed can be verified once it is listed',
  log: 'the new key then signs the checkpoint, and the log continues under a new name',
};
