/** The gate that programs are exported with: commands decide, rounds are counted. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { commandGate, type Gate } from '../../../build/program/gate.ts';
import type { Turn } from '../../../build/program/team.ts';
import { temporaryFolder, write } from '../../support/folder.ts';

const turnWith = (works: Turn['works']): Turn =>
  ({ role: {}, messages: [], channels: [], faults: [], works }) as unknown as Turn;

/** A project whose test passes when `answer.txt` holds 42. */
function gateOf(more: Partial<Gate> = {}): Gate {
  const snapshot = temporaryFolder();
  const check =
    "if (require('node:fs').readFileSync('answer.txt', 'utf8') !== '42') { console.log('not 42'); process.exit(3); }";
  write(snapshot, 'test.cjs', check);
  return {
    ...{ snapshot, files: { 'answer.txt': 'patch' }, commands: [[process.execPath, 'test.cjs']] },
    ...{ report: 'result', accepted: 'hands_off reviewer', refused: 'reports author', rounds: 2 },
    ...{ stops: { accepted: 1, spent: 2 }, ...more },
  };
}

describe('the gate', () => {
  test('accepts a work whose commands all end with 0, and leaves the snapshot alone', async () => {
    const gate = gateOf();
    const { works, messages, stop } = await commandGate(gate)(turnWith({ patch: ['7', '42'] }));
    assert.deepEqual([messages.map(({ to }) => to), stop], [['hands_off reviewer'], 1]);
    assert.match(works[0]!.text, /^All 1 commands ended with 0, in round 1\.$/);
    assert.ok(!existsSync(join(gate.snapshot, 'answer.txt')));
  });

  test('sends a refused work back with the log, and stops when the rounds are spent', async () => {
    const perform = commandGate(gateOf());
    const first = await perform(turnWith({ patch: ['7'] }));
    assert.deepEqual([first.messages[0]!.to, first.stop], ['reports author', null]);
    assert.match(first.works[0]!.text, /test\.cjs\nnot 42\n/);
    const second = await perform(turnWith({ patch: ['8'] }));
    assert.deepEqual([second.messages, second.stop], [[], 2]);
  });

  test('refuses a missing work, a command that hangs, and a program that does not exist', async () => {
    const missing = await commandGate(gateOf())(turnWith({}));
    assert.equal(missing.works[0]!.text, 'The work patch is missing.');
    const hangs = gateOf({
      commands: [[process.execPath, '-e', 'setInterval(() => {}, 1e6)']],
      seconds: 0.2,
    });
    assert.equal((await commandGate(hangs)(turnWith({ patch: ['42'] }))).messages[0]!.to, 'reports author');
    const absent = await commandGate(gateOf({ commands: [['no-such-program']] }))(
      turnWith({ patch: ['42'] }),
    );
    assert.match(absent.works[0]!.text, /ENOENT/);
  });

  test('writes nothing outside its copy, and runs no shell', async () => {
    for (const path of ['../out.txt', '/tmp/out.txt', 'a/../../out.txt'])
      await assert.rejects(
        commandGate(gateOf({ files: { [path]: 'patch' } }))(turnWith({ patch: ['42'] })),
        /leaves/,
      );
    const quoted = gateOf({
      commands: [
        [process.execPath, '-e', 'process.exit(process.argv[1] === "$(id); true" ? 0 : 1)', '$(id); true'],
      ],
    });
    assert.equal((await commandGate(quoted)(turnWith({ patch: ['42'] }))).stop, 1);
  });
});
