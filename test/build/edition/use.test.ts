/** How to use a team: a choice of runtimes that needs no script, and what each does not enforce. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lostSentence, usePanel } from '#edition/use.ts';

const exports = [
  {
    ...{ path: '/exports/claude-code/pair/1.0.0.md', title: 'claude-code', runtime: 'Claude Code 2.1' },
    ...{ files: ['.claude/agents/pair-a.md', '.claude/commands/pair.md'], losses: { budget: 2, stop: 1 } },
  },
  { path: '/exports/codex/pair/1.0.0.md', title: 'codex', runtime: 'Codex 1', files: [], losses: {} },
];
const version = { name: 'pair', version: '1.0.0' };
const panel = (value: Record<string, unknown>) => usePanel(value, exports, 'http://catalog.test')!.text;

describe('the panel of a team', () => {
  test('has a radio button for each runtime, the first one chosen', () => {
    assert.deepEqual(
      [...panel(version).matchAll(/<input type="radio" name="runtime" value="([^"]*)"( checked)?/g)].map(
        ([, value, on]) => [value, !!on],
      ),
      [
        ['claude-code', true],
        ['codex', false],
      ],
    );
  });

  test('gives one command for all files, one that checks signatures, and each file, with buttons that say what they copy', () => {
    const text = panel(version);
    for (const part of [
      'curl -fsSO http://catalog.test/exports/claude-code/pair/1.0.0.zip &amp;&amp; unzip -n 1.0.0.zip',
      'agent-topology add pair@1.0.0 --from http://catalog.test --to TARGET</code>. TARGET is claude-code, codex.',
      'Copy<span class="hidden"> the command for Claude Code 2.1</span>',
      'data-of="/exports/claude-code/pair/1.0.0.md" data-file=".claude/commands/pair.md"',
      'Copy<span class="hidden"> pair-a.md</span>',
    ])
      assert.ok(text.includes(part), part);
    assert.ok(panel({ ...version, publisher: 'house' }).includes('add house/pair@1.0.0'));
  });

  test('says what is not enforced before the files', () => {
    const text = panel(version);
    assert.ok(text.indexOf('not enforced here') < text.indexOf('pair-a.md'));
  });

  test('is absent where exports do not say what they hold', () => {
    assert.equal(
      usePanel(version, [{ path: '/exports/codex/pair/1.0.0.md', title: 'codex' }], ''),
      undefined,
    );
  });
});

test('losses are one sentence', () => {
  assert.equal(lostSentence({}), 'This runtime enforces everything in the team.');
  assert.equal(lostSentence({ budget: 1 }), 'Budgets are not enforced here (1 loss, named with the files).');
  assert.equal(
    lostSentence({ stop: 2, budget: 3, role: 1 }),
    'Budgets, stop conditions and limits of roles are not enforced here (6 losses, each named with the files).',
  );
});
