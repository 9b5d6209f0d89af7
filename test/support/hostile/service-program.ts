/**
 * A service that means harm, as a process of its own. It prints where each command finds it, and what the commands are; then for each
 * line that it reads, the name of an attack or nothing for honesty, how often a server was asked that nobody may ask.
 */
import { createInterface } from 'node:readline';
import { recordService } from './service-recording.ts';
import { attacks, HostileService } from './service-server.ts';
import type { Introduction } from './service-side.ts';

const ends: (() => unknown)[] = [];
const { words, answers, environment, files } = await recordService({ after: end => ends.push(end) });
const service = await HostileService.start({ answers });
const introduction: Introduction = { addresses: service.addresses, recording: { words, environment, files } };
process.stdout.write(`${JSON.stringify(introduction)}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  service.use(attacks.find(({ name }) => name === line));
  process.stdout.write(`${service.strays.length}\n`);
}
await service.stop();
for (const end of ends.reverse()) await end();
process.exit(0);
