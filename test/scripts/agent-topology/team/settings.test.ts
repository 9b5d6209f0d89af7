/** Settings that several teams share: what the command sets, what a person set, and what stays. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { codexAgent } from '../../../../build/page/program/write.ts';
import { mergeSettings } from '../../../../scripts/agent-topology/team/install/settings.ts';
import { temporaryFolder } from '../../../support/folder.ts';
import { command, contentOf, teamTree } from '../../../support/team-tree.ts';

type Values = Record<string, number>;

/** Merges into a text what teams ask for, after what they asked for before. */
const merge = (text: string, after: Values, before: Values = {}, force = false) =>
  mergeSettings('config.toml', text, {
    before: new Map(Object.entries(before)),
    after: new Map(Object.entries(after)),
    force,
  });

describe('a shared setting', () => {
  test('is set without touching anything else in the file', () => {
    assert.equal(merge('', { 'agents.max_threads': 3 }), '[agents]\nmax_threads = 3\n');
    const mine = '# Mine.\nmodel = "x" # good\n\n[agents] # all\nmax_depth = 1\n\n[other]\na = [\n  1,\n]\n';
    const merged = merge(mine, { 'agents.max_threads': 3 });
    assert.equal(merged, mine.replace('[agents] # all\n', '[agents] # all\nmax_threads = 3\n'));
    assert.equal(
      merge(merged!, { 'agents.max_threads': 5 }, { 'agents.max_threads': 3 }),
      merged!.replace('= 3', '= 5'),
    );
    assert.equal(merge(merged!, {}, { 'agents.max_threads': 3 }), mine);
    assert.equal(merge('[agents]\nmax_threads = 3\n', {}, { 'agents.max_threads': 3 }), undefined);
  });

  test('that a person set is left if it is enough, and else refused but with --force', () => {
    const mine = '[agents]\nmax_threads = 4\n';
    assert.equal(merge(mine, { 'agents.max_threads': 3 }), mine);
    assert.equal(merge(mine, {}, { 'agents.max_threads': 3 }), mine);
    assert.throws(
      () => merge(mine, { 'agents.max_threads': 9 }),
      /max_threads = 4, but the team needs 9\. Change it, or add --force/,
    );
    assert.equal(merge(mine, { 'agents.max_threads': 9 }, {}, true), '[agents]\nmax_threads = 9\n');
  });

  test('is refused where the text could not be changed safely', () => {
    assert.throws(
      () => merge('agents = { max_depth = 1 }\n', { 'agents.max_threads': 3 }),
      /cannot be changed without changing more: set agents\.max_threads = 3/,
    );
    assert.throws(
      () => merge('agents.max_depth = 1\n', { 'agents.max_threads': 3 }),
      /set agents\.max_threads = 3 in it yourself/,
    );
    assert.throws(
      () => merge('[[agents\n', { 'agents.max_threads': 3 }),
      /is not valid TOML: .* Correct it first\./,
    );
    const text = 'a = """\n[agents]\n"""\n';
    assert.throws(() => merge(text, { 'agents.max_threads': 3 }), /cannot be changed/);
  });

  test('is that of all teams together, and goes with the last of them', async () => {
    const codex = (name: string, threads: number) => ({
      [`.codex/agents/${name}-lead.toml`]: codexAgent({
        ...{ name: `${name}-lead`, description: 'Leads.', developer_instructions: 'Work.\n' },
        ...{ sandbox_mode: 'read-only', web_search: 'disabled' },
        features: { shell_tool: false, unified_exec: false, view_image: false, apps: false },
      }),
      '.codex/config.toml': `[agents]\nmax_threads = ${threads}\nmax_depth = 1\n`,
    });
    const { dist } = teamTree({ target: 'codex', teams: { big: codex('big', 8), small: codex('small', 2) } });
    const dir = temporaryFolder();
    mkdirSync(join(dir, '.codex'));
    writeFileSync(join(dir, '.codex/config.toml'), '# Mine.\nnotify = ["x"]\n');
    const config = () => contentOf(dir)['.codex/config.toml'];
    for (const name of ['small', 'big']) {
      const { code, stderr } = await command(dir, 'add', name, '--to', 'codex', '--from', dist);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /^Codex loads the agents of a project only if you trust the project, /m);
    }
    assert.equal(config(), '# Mine.\nnotify = ["x"]\n\n[agents]\nmax_depth = 1\nmax_threads = 8\n');
    assert.equal((await command(dir, 'verify')).code, 0);
    assert.equal((await command(dir, 'remove', 'big')).code, 0);
    assert.match(config()!, /max_threads = 2\n/);
    writeFileSync(join(dir, '.codex/config.toml'), config()!.replace('= 2', '= 1'));
    const drift = await command(dir, 'verify');
    assert.deepEqual(
      [drift.code, /config\.toml has agents\.max_threads = 1, but the team needs 2/.test(drift.stderr)],
      [1, true],
    );
    assert.equal((await command(dir, 'remove', 'small')).code, 0);
    assert.equal(config(), '# Mine.\nnotify = ["x"]\n\n[agents]\nmax_threads = 1\n');
  });
});
