/**
 * A side that means harm, as a process of its own: `program.ts NAME`. It prints where its commands find it, and what they need; then for
 * each line that it reads, the name of an attack or nothing for honesty, how often a server was asked that nobody may ask.
 */
import { createInterface } from 'node:readline';
import { HostileCatalog, attacks as ofCatalogs } from './catalog-server.ts';
import { recordService } from './service-recording.ts';
import { HostileService, attacks as ofServices } from './service-server.ts';

const named = <Attack extends { name: string }>(attacks: readonly Attack[], line: string) =>
  attacks.find(({ name }) => name === line);

const starts = {
  async catalog() {
    const catalog = await HostileCatalog.start();
    return {
      introduction: { address: catalog.address },
      use: (line: string) => {
        catalog.use(named(ofCatalogs, line));
        return 0;
      },
    };
  },
  async service() {
    const { answers, ...recording } = await recordService({ after: () => undefined });
    const service = await HostileService.start({ answers });
    return {
      introduction: { addresses: service.addresses, recording },
      use: (line: string) => {
        service.use(named(ofServices, line));
        return service.strays.length;
      },
    };
  },
};

const { introduction, use } = await starts[process.argv[2] as keyof typeof starts]();
process.stdout.write(`${JSON.stringify(introduction)}\n`);
for await (const line of createInterface({ input: process.stdin })) process.stdout.write(`${use(line)}\n`);
process.exit(0);
