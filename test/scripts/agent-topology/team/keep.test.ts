/** Edits of a person are kept: in files by three-way merge, in models by the lock file. Also the words that make it easy. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import type { ExportTarget } from '#document/kind/export.ts';
import { merged, unified } from '../../../../scripts/agent-topology/team/install/merge.ts';
import { readModel, refuseUnknownModels } from '../../../../scripts/agent-topology/team/install/override.ts';
import { temporaryFolder } from '../../../support/folder.ts';
import { run } from '../../../support/program.ts';
import { agentFile, command, contentOf, filesOf, teamTree } from '../../../support/team-tree.ts';

const lock = 'agent-topology.lock.yaml';
const lead = '.claude/agents/pair-lead.md';
const text = (middle: string, end: string) => `First.\n\nSecond.\n\n${middle}\n\nFourth.\n\nFifth.\n\n${end}`;
const files = (middle: string, end: string, fields = {}) => ({
  ...filesOf('pair'),
  ...agentFile('pair-lead', text(middle, end), fields),
});

const { dist, log } = teamTree({
  teams: { pair: files('Middle.', 'End.'), 'pair-solo': filesOf('pair-solo') },
});
const later = teamTree({
  log,
  teams: {
    pair: files('Middle.', 'End.'),
    'pair-solo': filesOf('pair-solo'),
    'pair@1.1.0': files('Middle.', 'Better end.', { model: 'sonnet' }),
  },
}).dist;

async function project(...words: string[]): Promise<string> {
  const dir = temporaryFolder();
  const { code, stderr } = await command(dir, 'add', 'pair', '--to', 'claude-code', '--from', dist, ...words);
  assert.equal(code, 0, stderr);
  return dir;
}

const edit = (dir: string, from: string, to: string): void => {
  const file = join(dir, lead);
  const before = readFileSync(file, 'utf8');
  assert.ok(before.includes(from));
  writeFileSync(file, before.replace(from, to));
};

describe('an update', () => {
  test('keeps edits on other lines than it changes, line ends of Windows too', async () => {
    for (const ends of ['\n', '\r\n']) {
      const dir = await project();
      edit(dir, 'First.', 'First, and mine.');
      const file = join(dir, lead);
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', ends));
      const { code, stdout, stderr } = await command(dir, 'update', '--from', later);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^merge {3}\.claude\/agents\/pair-lead\.md$/m);
      const after = readFileSync(file, 'utf8');
      assert.ok(after.includes('First, and mine.') && after.includes('Better end.'));
      assert.equal(after.includes('\r\n'), ends === '\r\n');
      const said = /^ {2}\.claude\/agents\/pair-lead\.md: edited by you, merged with 1\.1\.0$/m;
      const verified = await command(dir, 'verify');
      assert.equal(verified.code, 0, verified.stderr);
      assert.match(verified.stdout, said);
      assert.match(verified.stdout, /^1 team, 2 files\. You edited 1, the others are as installed/m);
      const now = await command(dir, 'status', '--from', later);
      assert.equal(now.code, 0, now.stderr);
      assert.match(now.stdout, /^pair 1\.1\.0 for claude-code: edited by you, active$/m);
      assert.match(now.stdout, said);
      // The edit is still one: the next update merges it again.
      const again = await command(dir, 'update', '--from', later);
      assert.match(again.stdout, /^keep {4}\.claude\/agents\/pair-lead\.md$/m);
      assert.equal(readFileSync(file, 'utf8'), after);
      appendFileSync(file, 'Again.\n');
      const changed = await command(dir, 'verify');
      assert.equal(changed.code, 1, 'an edit that no update has seen');
      assert.match(
        changed.stderr,
        /pair-lead\.md was edited\nRun `agent-topology update` to keep your edits/,
      );
    }
  });

  test('writes nothing where an edit meets a change, unless both are asked for with --merge', async () => {
    const dir = await project();
    edit(dir, 'End.', 'My end.');
    const before = contentOf(dir);
    const refused = await command(dir, 'update', '--from', later);
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /pair-lead\.md was edited since it was installed, on lines that .* `update --merge`/s,
    );
    assert.deepEqual(contentOf(dir), before);
    const { code, stdout, stderr } = await command(dir, 'update', '--merge', '--from', later);
    assert.equal(code, 1);
    assert.match(stdout, /^conflict \.claude\/agents\/pair-lead\.md$/m);
    assert.match(stderr, /between conflict markers\. Resolve \.claude\/agents\/pair-lead\.md/);
    assert.match(
      readFileSync(join(dir, lead), 'utf8'),
      /<<<<<<< on disk\nMy end\.\n=======\nBetter end\.\n>>>>>>> 1\.1\.0/,
    );
    const marked = /pair-lead\.md has conflict markers\. Resolve them, then run `agent-topology update`/;
    for (const words of [['verify'], ['update', '--from', later], ['verify']]) {
      const outcome = await command(dir, ...words);
      assert.equal(outcome.code, words[0] === 'verify' ? 1 : 0, outcome.stderr);
      if (words[0] === 'verify') assert.match(outcome.stderr, marked);
    }
    const file = join(dir, lead);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/^(?:<{7}|={7}|>{7}).*\n/gm, ''));
    assert.equal((await command(dir, 'update', '--from', later)).code, 0);
    const resolved = await command(dir, 'verify');
    assert.equal(resolved.code, 0, resolved.stderr);
    assert.match(resolved.stdout, /pair-lead\.md: edited by you, merged with 1\.1\.0/);
  });

  test('merges nothing with a text that the lock file does not prove', async () => {
    const dir = await project();
    edit(dir, 'First.', 'Mine.');
    const file = join(dir, lock);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/^( +base: ).*$/gm, '$1AAAA'));
    const { code, stderr } = await command(dir, 'update', '--from', later);
    assert.equal(code, 1);
    assert.match(stderr, /pair-lead\.md was edited since it was installed$/m);
  });
});

describe('a merge', () => {
  test('of equal edits is no conflict, and a text without end is not merged', () => {
    assert.deepEqual(merged('a\nb\n', 'a\nx\n', 'a\nx\n', '2'), { text: 'a\nx\n', hasConflict: false });
    assert.equal(merged('', 'a\n'.repeat(30_000), 'b', '2'), undefined);
  });

  test('keeps the edits of both sides between lines that are equal, and never takes a digit or a plus for its own', () => {
    const base = '1\n+\n+\n0\n\n\nend\n';
    assert.deepEqual(merged(base, `++mine\n${base}`, `${base}7 theirs\n`, '2'), {
      text: `++mine\n${base}7 theirs\n`,
      hasConflict: false,
    });
    assert.equal(merged('a\n', '+m\n', '+t\n', '2')?.text, '<<<<<<< on disk\n+m\n=======\n+t\n>>>>>>> 2\n');
  });

  test('of lines that are mostly alike or unlike ends, or is refused where it would take long', () => {
    const lines = (count: number, of: (at: number) => unknown) =>
      Array.from({ length: count }, (_, at) => `${of(at)}\n`).join('');
    const hashed = (at: number, seed: number) => Math.imul(at + seed, 0x9e3779b1) >>> 26;
    const equal = lines(9000, () => 'a');
    const turns = lines(9000, at => at % 2);
    const unlike = [1, 2, 3].map(seed => lines(9000, at => hashed(at * at, seed))) as [
      string,
      string,
      string,
    ];
    for (const [base, mine, theirs, isMerged] of [
      [equal, `b\n${equal}`, `${equal}c\n`, true],
      [equal, equal.slice(0, 16_500), `${equal.slice(0, 16_200)}c\n`, true],
      [turns, `b\n${turns}`, `${turns}c\n`, true],
      [lines(9000, at => at), lines(9000, at => (at % 20 ? at : 'm')), lines(9000, at => at), true],
      [...unlike, false],
    ] as const) {
      assert.equal(merged(base, mine, theirs, '2') !== undefined, isMerged);
    }
  });

  test('is shown as a patch that the tool patch applies', () => {
    const [mine, theirs] = ['a\nb\nc\nd\ne\nf\n', 'a\nb\nc\nD\ne\nf\n'];
    const dir = temporaryFolder();
    writeFileSync(join(dir, 'x.md'), mine);
    execFileSync('git', ['apply', '--unsafe-paths', '-'], {
      cwd: dir,
      input: unified('x.md', mine, theirs),
    });
    assert.equal(readFileSync(join(dir, 'x.md'), 'utf8'), theirs);
    assert.equal(unified('x.md', 'a\r\n', 'a\n'), '');
    const many = (word: string) => Array.from({ length: 9000 }, (_, at) => `${word}${at}\n`).join('');
    assert.equal(unified('x.md', many('a'), many('b')), 'x.md differs in more than 2000 lines.');
  });
});

describe('a model of a role', () => {
  test('is kept by the lock file and outlives updates, until it is taken back', async () => {
    const dir = await project('--model', 'lead=opus');
    const modelIn = () => /^model: (.*)$/m.exec(readFileSync(join(dir, lead), 'utf8'))?.[1];
    assert.equal(modelIn(), '"opus"');
    assert.equal((await command(dir, 'verify')).code, 0, 'it is no edit');
    const updated = await command(dir, 'update', '--from', later);
    assert.equal(updated.code, 0, updated.stderr);
    assert.match(updated.stderr, /^ {2}\.claude\/agents\/pair-lead\.md: the role lead has the model opus$/m);
    assert.equal(modelIn(), '"opus"');
    assert.deepEqual(parse(readFileSync(join(dir, lock), 'utf8')).teams[0].overrides, {
      models: { lead: 'opus' },
    });
    assert.equal((await command(dir, 'diff', '--from', later)).stdout, '');
    assert.match((await command(dir, 'list')).stdout, /^pair 1\.1\.0 for claude-code \(lead = opus\)$/m);
    assert.doesNotMatch(updated.stderr, /model = "sonnet"/, 'only what is in the file is said to be set');
    const back = await command(dir, 'update', 'pair', '--model', 'lead=', '--from', later);
    assert.match(back.stderr, /pair-lead\.md: the role lead has the model of the catalog again$/m);
    assert.equal(modelIn(), '"sonnet"');
  });

  test('takes the models that a host documents, and any where it documents no form', () => {
    const refused = (target: ExportTarget, model: string) => {
      try {
        refuseUnknownModels(target, { lead: model });
        return false;
      } catch (error) {
        return (error as Error).message.startsWith(`--model lead=${model}: ${target} knows no model`);
      }
    };
    for (const name of ['inherit', 'claude-opus-4-5', 'us.anthropic.claude-opus-4-5-v1:0', ''])
      assert.equal(refused('claude-code', name), false, name);
    assert.deepEqual([refused('opencode', 'gpt-5'), refused('opencode', 'openai/gpt-5')], [true, false]);
    assert.deepEqual([refused('codex', 'any'), refused('codex', 'GPT-5 mini')], [false, true]);
    for (const name of ['Claude Sonnet 4.5', 'GPT-5 mini', 'Claude Sonnet 4.5 (copilot)', 'gpt-5-mini']) {
      assert.deepEqual(readModel(`lead=${name}`), { lead: name });
      assert.equal(refused('copilot', name), false, name);
    }
  });

  test('is refused for a role without a file, and as no name of a model', async () => {
    const words = ['add', 'pair', '--to', 'claude-code', '--from', dist, '--model'];
    const dir = temporaryFolder();
    for (const [model, said] of [
      [
        'judge=opus',
        /no file of pair sets a model for a role judge\. The roles with a file are lead\. Nothing/,
      ],
      ['judge=', /no file of pair sets a model for a role judge\./],
      [
        'lead=gpt-5',
        /claude-code knows no model gpt-5\. It takes sonnet, opus, haiku, inherit, or a full name/,
      ],
      ['lead=opsu', /claude-code knows no model opsu\./],
      ['lead', /Write --model ROLE=MODEL/],
      ['lead=a  b', /Write --model ROLE=MODEL/],
      ['lead=x"\ntools: all', /Write --model ROLE=MODEL/],
    ] as const) {
      const { code, stderr } = await command(dir, ...words, model);
      assert.equal(code, 2, stderr);
      assert.match(stderr, said);
    }
    assert.deepEqual(contentOf(dir), {});
  });
});

describe('the command', () => {
  test('adds several teams, all proved before the first is written', async () => {
    const dir = temporaryFolder();
    const wrong = await command(dir, 'add', 'pair', 'nobody', '--to', 'claude-code', '--from', dist);
    assert.deepEqual([wrong.code, contentOf(dir)], [2, {}]);
    const both = await command(dir, 'add', 'pair', 'pair-solo@1.0.0', '--to', 'claude-code', '--from', dist);
    assert.equal(both.code, 0, both.stderr);
    assert.deepEqual((await command(dir, 'list')).stdout.split('\n'), [
      ...['pair 1.0.0 for claude-code', 'pair-solo 1.0.0 for claude-code', ''],
    ]);
    const there = await command(dir, 'list', '--available', '--from', later);
    assert.equal(there.stdout, 'pair 1.1.0\npair-solo 1.0.0\n');
  });

  test('says all of it as one JSON object, failures too', async () => {
    const dir = temporaryFolder();
    const json = async (...words: string[]) => {
      const { code, stdout, stderr } = await command(dir, ...words, '--json');
      assert.equal(stderr, '');
      const said = JSON.parse(stdout);
      assert.deepEqual(Object.keys(said), ['command', 'exit_code', 'results', 'output', 'messages']);
      assert.deepEqual([said.command, said.exit_code], [words[0], code]);
      return said;
    };
    const added = await json('add', 'pair', '--to', 'claude-code', '--from', dist);
    assert.deepEqual(added.results, [
      {
        ...{ team: 'pair', version: '1.0.0', target: 'claude-code' },
        files: [lead, '.claude/commands/pair.md'].map(path => ({ path, action: 'create' })),
      },
    ]);
    assert.equal((await json('verify')).results[0].drift.length, 0);
    assert.equal((await json('status')).results[0].status, 'active');
    assert.equal((await json('list')).results[0].team, 'pair');
    assert.match((await json('diff', '--from', later)).results[0].patch, /^--- a\//);
    assert.equal((await json('update', '--from', later)).results[0].version, '1.1.0');
    assert.equal((await json('show', 'pair', '--from', later)).results[0].status, 'active');
    const failed = await json('add', 'nobody', '--to', 'claude-code', '--from', later);
    assert.equal(failed.exit_code, 2);
    assert.match(failed.messages.at(-1), /^error: There is no team named nobody/);
    assert.equal((await json('remove', 'pair')).results[0].team, 'pair');
  });

  test('finds the lock file from a folder below it', async () => {
    const dir = await project();
    const below = join(dir, 'a/b');
    mkdirSync(below, { recursive: true });
    const { code, stdout, stderr } = await run('scripts/team.ts', ['verify'], {}, below);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^1 team, 2 files/);
    assert.match(stderr, /The project is .*, which has agent-topology\.lock\.yaml\./);
    rmSync(join(dir, 'a'), { recursive: true });
  });
});
