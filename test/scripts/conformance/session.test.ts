/** Sessions of Claude Code as they lie on disk, held against a formation. */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { conformance } from '../../../scripts/conformance/program.ts';
import { TraceError } from '../../../scripts/conformance/trace.ts';
import { type Layout, SessionOnDisk, type Started, sessionId } from '../../support/claude-session.ts';
import { checkFiles, checkLines, repairFile, ruleOf } from '../../support/conformance.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { call } from '../../support/program.ts';

const team: Started[] = [
  { type: 'repair-lead' },
  { type: 'repair-worker', tools: ['Bash', 'Bash'] },
  { type: 'repair-reviewer', tools: ['Read'] },
  { type: 'repair-lead' },
];

for (const layout of ['within', 'beside', 'subagents'] as const satisfies Layout[])
  describe(`a session whose agents are ${layout === 'within' ? 'in its own file' : layout}`, () => {
    test('is read from its file alone, with the agents, their tools and their tokens', async () => {
      const run = await checkFiles([new SessionOnDisk(layout, team).write()]);
      assert.deepEqual([run.deviations, run.unclear], [[], []]);
      // Lines of one message repeat its usage, which counts once: 13 messages of 100 and 10 tokens.
      assert.deepEqual(run.counts, {
        turns: 4,
        messages: 0,
        tools: 4,
        input_tokens: 1300,
        output_tokens: 130,
      });
    });

    test('tells a tool that is not the agent’s own, an agent that is no role, and a role that never acts', async () => {
      const other = [
        { type: 'repair-lead' },
        { type: 'repair-worker', tools: ['Read'] },
        { type: 'Explore' },
      ];
      const run = await checkFiles([new SessionOnDisk(layout, other).write()]);
      assert.deepEqual(ruleOf(run), ['undeclared_role', 'undeclared_tool', 'never_acts']);
      assert.equal(run.deviations[1]!.seen, '`worker` calls `Read`');
    });

    test('tells who started an agent within an agent', async () => {
      const inner = [
        { type: 'repair-lead', starts: [{ type: 'repair-worker' }] },
        { type: 'repair-reviewer' },
      ];
      const run = await checkFiles([new SessionOnDisk(layout, [...inner, { type: 'repair-lead' }]).write()]);
      assert.deepEqual([run.deviations, run.unclear, run.counts.messages], [[], [], 1]);
      const wrong = [
        { type: 'repair-lead', starts: [{ type: 'repair-reviewer' }] },
        { type: 'repair-worker' },
      ];
      assert.ok(
        ruleOf(await checkFiles([new SessionOnDisk(layout, wrong).write()])).includes('undeclared_edge'),
      );
    });
  });

describe('of a session on disk', () => {
  test('files may be named all at once, in any order, and other sessions in the folder are left alone', async () => {
    const session = new SessionOnDisk('beside', team);
    const path = session.write();
    const others = new SessionOnDisk('beside', [{ type: 'Explore' }]);
    for (const [name, lines] of others.files) {
      const other = lines.map(line =>
        JSON.stringify(line).replaceAll(sessionId, sessionId.replace('6f', '7a')),
      );
      writeFileSync(
        join(session.folder, name.replace('6f', '7a').replace('agent-', 'agent-f')),
        other.join('\n'),
      );
    }
    assert.equal((await checkFiles([path])).verdict, 'conforms');
    const own = [...session.files.keys()].map(name => join(session.folder, name));
    const run = await checkFiles(own.reverse());
    assert.deepEqual([run.verdict, run.counts.turns, run.counts.tools], ['conforms', 4, 4]);
  });

  test('an agent in the background acts until its last message', async () => {
    const run = await checkFiles([
      new SessionOnDisk(
        'subagents',
        team.map(each => ({ ...each, isAsync: true })),
      ).write(),
    ]);
    assert.deepEqual([run.deviations, run.unclear, run.counts.turns], [[], [], 4]);
  });

  test('a missing file of an agent, or of the session, is a sentence that says which', async () => {
    const run = await checkFiles([new SessionOnDisk('beside', team).write(/^agent-/)]);
    assert.equal(run.verdict, 'cannot_tell');
    assert.equal(run.unclear.length, 4);
    assert.match(
      run.unclear[0]!.what,
      /^What `repair-lead` did is missing: agent-a[0-9a-f]+\.jsonl\. Put it beside the file of the session, or name it too\.$/,
    );
    const session = new SessionOnDisk('subagents', team);
    session.write();
    const [first] = [...session.files.keys()].filter(
      name => name.endsWith('.jsonl') && name.includes('agent-'),
    );
    const alone = await checkFiles([join(session.folder, first!)]);
    assert.equal(alone.verdict, 'cannot_tell');
    assert.match(alone.unclear[0]!.what, /^The file of the session is missing: name it too\.$/);
  });

  test('a call without an answer, an agent that nobody started and lines of a new kind are sentences', async () => {
    const session = new SessionOnDisk('beside', team);
    const content = [{ type: 'tool_use', id: 'toolu_last', name: 'Bash', input: {} }];
    session.add(session.mainFile, { type: 'assistant', message: { id: 'm', role: 'assistant', content } });
    session.add('agent-stray.jsonl', {
      isSidechain: true,
      agentId: 'stray',
      type: 'user',
      message: { content: 'Go.' },
    });
    for (const _ of [1, 2]) session.add(session.mainFile, { type: 'teleport', agents: [] });
    const run = await checkFiles([session.write()]);
    assert.deepEqual(
      run.unclear.map(({ what }) => what),
      [
        '2 lines of the type `teleport`: nobody knows whether agents act in it.',
        'The agent stray acts, and nothing says of which type it is or who started it.',
        'The call of `Bash` has no answer: the session was cut off, or is under way.',
      ],
    );
    // Of a trace with something missing, no role is said never to act.
    const part = new SessionOnDisk('beside', team.slice(0, 2));
    part.add(part.mainFile, { type: 'teleport' });
    assert.deepEqual((await checkFiles([part.write()])).deviations, []);
  });

  test('a session in which no agent was started is no run of a team, and is one of a single role', async () => {
    const path = new SessionOnDisk('subagents', []).write();
    assert.deepEqual(ruleOf(await checkFiles([path])), ['never_acts', 'never_acts', 'never_acts']);
    const { code, stdout } = await call(conformance, [path, '--formation', repairFile]);
    assert.equal(code, 1);
    assert.match(
      stdout,
      /: never_acts: `worker` never acts; declared: it as a role that work always reaches$/m,
    );
  });

  test('links and folders are not followed, and a name that is none is not read', async () => {
    const session = new SessionOnDisk('subagents', team);
    const path = session.write();
    const folder = join(session.folder, sessionId, 'subagents');
    symlinkSync('/dev/zero', join(folder, 'agent-aaa.jsonl'));
    mkdirSync(join(folder, 'agent-bbb.jsonl'));
    writeFileSync(join(folder, 'agent-.jsonl'), 'x');
    symlinkSync('/dev/zero', join(session.folder, 'agent-ccc.jsonl'));
    assert.equal((await checkFiles([path])).verdict, 'conforms');
    const meta = readdirSync(folder).find(name => name.endsWith('.meta.json'))!;
    writeFileSync(join(folder, meta), '[['.repeat(50_000));
    assert.equal((await checkFiles([path])).verdict, 'conforms');
  });
});

test('messages of any shape are read or refused, and never crash the reader', async () => {
  const keys = fc.constantFrom(
    ...[
      'type',
      'sessionId',
      'uuid',
      'parentUuid',
      'isSidechain',
      'agentId',
      'timestamp',
      'message',
      'content',
      'usage',
    ],
    ...[
      'toolUseResult',
      'tool_use_id',
      'id',
      'name',
      'input',
      'subagent_type',
      'prompt',
      'status',
      'output_tokens',
    ],
  );
  const words = fc.constantFrom(
    'user',
    'assistant',
    'tool_use',
    'tool_result',
    'Agent',
    'x',
    '2026-04-01T00:00:00Z',
    sessionId,
  );
  const leaf = fc.oneof(words, fc.jsonValue({ maxDepth: 1 }), fc.boolean());
  const { tree } = fc.letrec<{ tree: unknown; map: unknown }>(tie => ({
    tree: fc.oneof({ maxDepth: 3 }, leaf, tie('map'), fc.array(tie('map'), { maxLength: 3 })),
    map: fc.dictionary(keys, tie('tree')),
  }));
  const line = fc.dictionary(keys, tree).map(value => ({ type: 'user', sessionId, ...value }));
  const property = fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 6 }), async lines => {
    const run = await checkLines([lines]).catch((error: Error) => error);
    if (run instanceof Error) assert.ok(run instanceof TraceError, run.stack);
    else assert.ok(run.verdict !== 'conforms' || run.counts.turns > 0);
  });
  await fc.assert(property, { seed: 34, numRuns: 120 });
});

test('a session that is cut anywhere is never said to conform', async () => {
  const session = new SessionOnDisk('within', team);
  const path = session.write();
  const whole = readFileSync(path, 'utf8');
  const cut = join(temporaryFolder(), `${sessionId}.jsonl`);
  const lastAnswer = whole.lastIndexOf('"tool_result"');
  for (let at = 400; at < lastAnswer; at += Math.ceil(whole.length / 20)) {
    writeFileSync(cut, '');
    appendFileSync(cut, whole.slice(0, at));
    const { verdict } = await checkFiles([cut]);
    assert.notEqual(verdict, 'conforms', `cut at ${at}`);
  }
});
