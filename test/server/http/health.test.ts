/** The answers to probes. */
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { Context, HealthState } from '../../../server/http/context.ts';
import { answerHealth } from '../../../server/http/health.ts';

/** The answer to a probe of a server in a state. */
function probe(url: string, state: Partial<HealthState>): { status: number; text: string } {
  const healthy = { pages: 9, canSearch: true, draining: false, databaseAnswers: true, degraded: undefined };
  const answer = { status: 0, text: '' };
  const response = {
    writeHead: (status: number) => {
      answer.status = status;
    },
    end: (text: string) => {
      answer.text = text;
    },
  };
  const context = { common: [], health: () => ({ ...healthy, ...state }) };
  answerHealth(
    { url, method: 'GET' } as IncomingMessage,
    response as unknown as ServerResponse,
    context as unknown as Context,
  );
  return answer;
}

test('a server is ready before the index of searches is made, and says that it is loading', () => {
  for (const url of ['/readyz', '/readyz?strict']) {
    const { status, text } = probe(url, { canSearch: false });
    assert.equal(status, 200);
    assert.match(text, /^ready\n[\s\S]*^search: loading$/m);
  }
  assert.doesNotMatch(probe('/readyz', {}).text, /search/);
});

test('a server without pages, or told to stop, is not ready', () => {
  assert.equal(probe('/readyz', { pages: 0 }).status, 503);
  assert.equal(probe('/readyz', { draining: true }).status, 503);
});
