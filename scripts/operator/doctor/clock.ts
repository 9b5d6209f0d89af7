/** Checks that the clock agrees with the recorded times, and with the clock of the database server. */
import { plural } from '../../../build/document/text/plain-text.ts';
import { inspectDatabase } from '../../../server/store/inspect.ts';
import { seconds } from '../../../server/support/time.ts';
import type { Check, Finding } from './check.ts';

/** The largest difference between two clocks, in seconds, that does no harm. */
const tolerance = 5;

export const clock: Check = async ({ config, now }) => {
  const { clock: server, newest } = await inspectDatabase(config);
  const after = seconds(Date.now());
  const findings: Finding[] = [];
  if (newest !== undefined && newest > after + tolerance) {
    const found = `The newest record is ${plural(newest - after, 'second')} ahead of the clock.`;
    findings.push({
      found,
      fix:
        'If `date -u` is wrong, set the clock and keep it right with NTP. If it is right, the clock was wrong when the record was made, and ' +
        'the next ticket drops all tickets and counts that are more than five minutes ahead.',
    });
  }
  // The server told its time at some moment between the two.
  const apart = server === undefined ? 0 : Math.max(now - server, server - after);
  if (apart > tolerance) {
    const found = `The clock differs from that of the database server by ${plural(apart, 'second')}.`;
    findings.push({ found, fix: 'Keep both clocks right with NTP.' });
  }
  return findings.length > 0 ? findings : [{ found: 'The clock agrees with the records.' }];
};
