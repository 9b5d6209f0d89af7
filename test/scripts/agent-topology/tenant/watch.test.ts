/** The report of `agent-topology tenant watch` on an evaluation that is under way. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { progressLine } from '../../../../scripts/agent-topology/tenant/watch.ts';

describe('progress', () => {
  const job = (state: 'queued' | 'running' | 'completed', completed: number, leased = 0) => ({
    ...{ state, runs: 40, ...(state !== 'queued' && { first_claimed_at: '2026-11-21T08:00:00Z' }) },
    progress: [{ lock: '', pending: 40 - completed - leased, leased, completed, exhausted: 0, cancelled: 0 }],
  });
  const at = (time: string) => Date.parse(time) / 1000;

  test('is told with the rate and the time that is left', () => {
    const later = at('2026-11-21T08:05:00Z');
    assert.equal(progressLine(job('queued', 0), later), 'queued: 0 of 40 runs (0 %)');
    assert.equal(progressLine(job('running', 0, 2), later), 'running: 0 of 40 runs (0 %), 2 under way');
    assert.equal(
      progressLine(job('running', 10, 2), later),
      'running: 10 of 40 runs (25 %), 2 under way, 2.0 a minute, 15 min left',
    );
    assert.match(progressLine(job('running', 39), later), /, 8 s left$/);
    assert.match(progressLine(job('running', 1), at('2026-11-21T08:05:00Z')), /, 3 h 15 min left$/);
    assert.equal(progressLine(job('completed', 40), later), 'completed: 40 of 40 runs (100 %)');
    const looked = {
      units: 5,
      teams: [
        {
          ...{ lock: `sha256:${'ab'.repeat(32)}`, wins: 2, losses: 1, ties: 2, p: '0.4000' },
          difference: ['0.2000', '-0.3000', '0.6000'],
        },
      ],
    };
    const costs = { tokens_used: 1000, tokens_expected: 4000 };
    assert.match(
      progressLine({ ...job('running', 10), ...costs, looked }, later),
      /left, 1000 of about 4000 tokens; sha256:abababababab 0\.2000 \(-0\.3000 to 0\.6000\)$/,
    );
    assert.doesNotMatch(progressLine({ ...job('completed', 40), ...costs, looked }, later), /tokens|sha256/);
  });
});
