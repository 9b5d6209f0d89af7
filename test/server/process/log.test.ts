/** The log under a flood of errors: few lines of a kind, then their number; nothing else is held back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLog } from '../../../server/process/log.ts';

/** A log, and what it wrote, a line each. */
function logToList() {
  const lines: Record<string, unknown>[] = [];
  return { lines, ...openLog('info', { write: text => lines.push(JSON.parse(text)) }) };
}

test('an error that repeats is written ten times and then counted', () => {
  const { log, lines, flush } = logToList();
  for (let times = 0; times < 5000; times += 1)
    log.error({ request_id: String(times), err: new Error('boom') }, 'request failed');
  log.error({ err: new Error('another') }, 'request failed');
  assert.equal(lines.length, 11);
  flush();
  const { level, msg, left_out } = lines[11]!;
  assert.deepEqual([level, msg, left_out], [50, 'left out because they repeat: request failed', 4990]);
  log.error({ err: new Error('boom') }, 'request failed');
  flush();
  assert.equal(lines.length, 13);
});

test('errors that all differ are bounded too', () => {
  const { log, lines, flush } = logToList();
  for (let times = 0; times < 5000; times += 1) log.warn({ code: `code ${times}` }, 'refused');
  assert.equal(lines.length, 60);
  flush();
  assert.deepEqual([lines.length, lines[60]!.left_out], [61, 4940]);
});

test('what is no error is never left out', () => {
  const { log, lines, flush } = logToList();
  for (let times = 0; times < 100; times += 1) log.info({ method: 'GET' }, 'request');
  flush();
  assert.equal(lines.length, 100);
});
