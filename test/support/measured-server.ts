/** A server process that says how much processor time it has used: started by `fork`, it answers each message with microseconds. */
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { readConfig } from '../../server/process/config.ts';
import { startServer } from '../../server/process/server.ts';

const server = await startServer(readConfig(), pino({ level: 'silent' }), { now: Date.now, randomBytes });
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send!({ used: user + system });
});
process.send!({ address: server.address });
