/** A process that loads the keys of a data folder, or makes them, and prints them. Arguments: the folder, and the time. */
import { loadKeyRing } from '../../build/document/proof/disk/signing-key.ts';

const [dataDir, now] = process.argv.slice(2) as [string, string];
const { publication, tenant, log } = loadKeyRing({ dataDir, now });
for (const { keyId, notBefore } of [publication.active, tenant.active, log.active])
  process.stdout.write(`${keyId} ${notBefore}\n`);
