/** How to use a team: a choice of runtimes that needs no script, and what each does not enforce. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lostSentences, usePanel } from '#edition/use.ts';

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
      'agent-topology add pair@1.0.0 --from http://catalog.test --to TARGET</code> instead. TARGET is one of claude-code, codex.',
      'Copy<span class="hidden"> the command</span>',
      'data-of="/exports/claude-code/pair/1.0.0.md" data-file=".claude/commands/pair.md"',
      'Copy<span class="hidden"> pair-a.md</span>',
    ])
      assert.ok(text.includes(part), part);
    assert.ok(panel({ ...version, publisher: 'house' }).includes('add house/pair@1.0.0'));
  });

  test('leads to the losses of a runtime before its files, and says below all of them what is not enforced', () => {
    const text = panel(version);
    const places = [
      '3 things that Claude Code 2.1 does not enforce',
      'Copy<span class="hidden"> pair-a.md',
      'does not enforce budgets',
    ];
    const at = places.map(each => text.indexOf(each));
    assert.ok(at[0]! > 0 && at[0]! < at[1]! && at[1]! < at[2]!, String(at));
    assert.equal(text.split('<a href=').length, 2, 'Codex has no losses');
  });

  test('is absent where exports do not say what they hold', () => {
    assert.equal(
      usePanel(version, [{ path: '/exports/codex/pair/1.0.0.md', title: 'codex' }], ''),
      undefined,
    );
  });
});

describe('losses', () => {
  const lost = (...all: Record<string, number>[]) =>
    lostSentences(all.map((losses, at) => ({ title: String(at), runtime: 'ABCD'[at]!, losses })));

  test('are said once for all runtimes, and then for those that lose the same', () =>
    assert.deepEqual(
      lost(
        { stop: 1, budget: 2, edge: 1 },
        { stop: 1 },
        { stop: 2, budget: 1, edge: 3 },
        { stop: 1, budget: 1 },
      ),
      [
        'No runtime enforces stop conditions of this team.',
        'A and C do not enforce budgets or the edges between roles.',
        'D does not enforce budgets.',
      ],
    ));

  test('name the runtimes that have none', () => {
    assert.deepEqual(lost({ role: 1 }, {}), [
      'A does not enforce limits of roles.',
      'B enforces everything.',
    ]);
    assert.deepEqual(lost({}, {}), ['A and B enforce everything.']);
  });
});
