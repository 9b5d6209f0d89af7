/** The clock: whether it agrees with what was recorded, and with the database server. */
import { inspectDatabase } from '../../../server/store/inspect.ts';
import type { Check, Finding } from './check.ts';

/** What clocks may differ by without harm, in seconds. */
const tolerance = 5;

export const clock: Check = async ({ config, now }) => {
  const { clock: server, newest } = await inspectDatabase(config);
  const findings: Finding[] = [];
  if (newest !== undefined && newest > now + tolerance) {
    const found = `The clock is ${newest - now} seconds behind the newest record.`;
    findings.push({
      found,
      fix: 'Set the clock, and keep it with NTP. Until then tickets are issued in order, with later times.',
    });
  }
  if (server !== undefined && Math.abs(server - now) > tolerance) {
    const found = `The clock differs from that of the database server by ${Math.abs(server - now)} seconds.`;
    findings.push({ found, fix: 'Keep both with NTP.' });
  }
  return findings.length > 0 ? findings : [{ found: 'The clock agrees with the records.' }];
};
