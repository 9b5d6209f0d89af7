/**
 * A catalog that means harm, as a process of its own. It prints its address, and for each line that it reads, the name of an attack or
 * nothing for honesty, another line when it answers so.
 */
import { createInterface } from 'node:readline';
import { attacks, HostileCatalog } from './catalog-server.ts';

const catalog = await HostileCatalog.start();
process.stdout.write(`${catalog.address}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  catalog.use(attacks.find(({ name }) => name === line));
  process.stdout.write('ready\n');
}
await catalog.stop();
process.exit(0);
