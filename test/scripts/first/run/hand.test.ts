/** Of several who act in one role, each sees its own work alone, however many there are. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Run } from '../../../../scripts/first/run/flow.ts';
import type { Answer, Role, Team, Turn } from '../../../../scripts/first/run/team.ts';

const role = (id: string, fields: Partial<Role> = {}): Role => ({
  ...{ id, performer: 'model', tier: 'small', tools: [], reads: [], writes: [], stops: false, prompt: '' },
  ...fields,
});

/** A queue, workers, and a judge who sends workers back. */
const team: Team = {
  ...{ name: 'shop', goal: 'Work.', flow: '', entry: 'queue', outputs: [], forms: [], stops: ['Done.'] },
  roles: [
    role('queue', { writes: ['leases', 'rules'], reads: ['changes'], stops: true }),
    role('worker', { most: 400, reads: ['leases', 'rules', 'goal'], writes: ['changes'] }),
    role('judge', { reads: ['leases', 'changes'] }),
  ],
  edges: [
    { from: 'queue', to: 'worker', kind: 'delegates' },
    { from: 'worker', to: 'judge', kind: 'hands_off' },
    { from: 'judge', to: 'worker', kind: 'reviews' },
  ],
  loops: [],
  bounds: { agents: 400, rounds: 2, inputTokens: 1e9, outputTokens: 1e9, milliseconds: 1e9 },
};

const silent: Answer = { works: [], messages: [], stop: null };

/** Lets a team work by what each role answers. @returns every turn that there was */
async function turnsOf(act: (turn: Turn) => Answer, of = team): Promise<Turn[]> {
  const run = new Run(of, 'Do it.', { goal: 'The goal.' });
  const turns: Turn[] = [];
  for (let step = run.step(); step.length > 0; step = run.step())
    for (const messages of step)
      await run.turn(messages, async turn => {
        turns.push(turn);
        return act(turn);
      });
  return turns;
}

const leases = Array.from({ length: 300 }, (_, at) => `lease ${at + 1}`);

describe('a worker', () => {
  test('gets one of 300 leases where as many messages are sent, and what is for all', async () => {
    const turns = await turnsOf(({ role }) =>
      role.id !== 'queue'
        ? silent
        : {
            works: [{ name: 'rules', text: 'The rules.' }, ...leases.map(text => ({ name: 'leases', text }))],
            messages: leases.map(() => ({ to: 'delegates worker', text: 'Do it.' })),
            stop: null,
          },
    );
    const workers = turns.filter(turn => turn.role.id === 'worker');
    assert.deepEqual(
      workers.map(({ works }) => works.leases),
      leases.map(text => [text]),
    );
    assert.ok(workers.every(({ works }) => works.rules?.length === 1 && works.goal?.length === 1));
  });

  test('gets what a message names for it, and no more', async () => {
    const turns = await turnsOf(({ role }) =>
      role.id !== 'queue'
        ? silent
        : {
            works: ['a', 'b', 'c'].map(text => ({ name: 'leases', text })),
            messages: [
              { to: 'delegates worker', text: '', gives: [3, 1] },
              { to: 'delegates worker', text: '', gives: [2] },
            ],
            stop: null,
          },
    );
    const workers = turns.filter(turn => turn.role.id === 'worker');
    assert.deepEqual(
      workers.map(({ works }) => works.leases),
      [['a', 'c'], ['b']],
    );
  });

  test('sees its own lease again when the judge of its work sends it back, and that of nobody else', async () => {
    const turns = await turnsOf(({ role, messages }) => {
      if (role.id === 'queue')
        return {
          works: ['a', 'b'].map(text => ({ name: 'leases', text })),
          messages: ['a', 'b'].map(text => ({ to: 'delegates worker', text })),
          stop: null,
        };
      if (role.id === 'judge')
        return messages.length === 1
          ? { ...silent, messages: [{ to: 'reviews worker', text: 'Again.' }] }
          : silent;
      const isFirst = messages[0]!.kind === 'delegates';
      return isFirst && messages[0]!.text === 'a'
        ? { ...silent, messages: [{ to: 'hands_off judge', text: 'Done.' }] }
        : silent;
    });
    const again = turns.filter(turn => turn.messages[0]!.kind === 'reviews');
    assert.deepEqual(
      again.map(({ works }) => works.leases),
      [['a']],
    );
    const [judge] = turns.filter(turn => turn.role.id === 'judge');
    assert.deepEqual(judge!.works.leases, ['a', 'b']);
  });

  test('is asked again when it names a work that is not in its answer, or ends the run, which is not its to end', async () => {
    const faults: string[][] = [];
    await turnsOf(turn => {
      faults.push(turn.faults);
      if (turn.role.id === 'queue')
        return turn.faults.length > 0
          ? { ...silent, messages: [{ to: 'delegates worker', text: '' }] }
          : { ...silent, messages: [{ to: 'delegates worker', text: '', gives: [4] }] };
      return turn.faults.length > 0 ? silent : { ...silent, stop: 1 };
    });
    assert.deepEqual(faults.flat(), ['There is no work 4 in your answer.', 'You may not end the run.']);
  });
});
