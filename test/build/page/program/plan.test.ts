/** The order in which a team acts, as it is read from its edges. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { operationCode, untyped } from '../../../../build/page/program/code.ts';
import { planOf, turnsOf } from '../../../../build/page/program/plan.ts';
import type { Step } from '../../../../build/page/program/step.ts';
import { readTeam, type Team } from '../../../../build/page/program/team.ts';
import { plainTeams } from '../../../support/team.ts';

const { text, file } = plainTeams('newest').find(({ name }) => name === 'panel-code-review')!;
const base = readTeam(text, `/${file}`);

/** Reads an edge: `a>b`, then `:2` for its order, `?` for a condition, `@` for the loop, `+reads` for another kind than handing off. */
function edgeIn(word: string): Team['edges'][number] {
  const [, from, to, order, when, loop, kind = 'hands_off'] =
    /^(\w)>(\w)(?::(\d))?(\?)?(@)?(?:\+(\w+))?$/.exec(word)!;
  const more = {
    ...(order && { order: Number(order) }),
    ...(when && { when: 'x' }),
    ...(loop && { loop: 'l' }),
  };
  return { from: from!, to: to!, kind: kind as 'hands_off', ...more };
}

/** A team of roles and edges; a role that ends with a star acts several times. */
function team(names: string, links: string): Team {
  const ids = names.split(' ');
  const { count: _, ...shape } = base.roles[0]!;
  const roles = ids.map(id => ({
    ...shape,
    ...{ id: id.replace('*', ''), reads: [], writes: [], performer: 'model' as const },
    ...(id.endsWith('*') && { count: { min: 2, max: 4, each: 'items' } }),
  }));
  const edges = links.split(' ').map(edgeIn);
  return { ...base, entry_role: ids[0]!, roles, edges, loops: [{ id: 'l', max_rounds: 3, until: 'x' }] };
}

/** The steps in short: `a b` one after the other, `[a | b]` at once, `3(a b)` a loop, `?(a)` on a condition, `*(a)` for each item. */
const short = (steps: readonly Step[]): string =>
  steps
    .map(step => {
      if (step.kind === 'act') return step.role.id;
      if (step.kind === 'together') return `[${step.branches.map(short).join(' | ')}]`;
      const sign = { each: '*', loop: step.kind === 'loop' ? step.rounds : '', when: '?' }[step.kind];
      return `${sign}(${short(step.steps)})`;
    })
    .join(' ');

const planned = (names: string, links: string): string => short(planOf(team(names, links)));

describe('the plan of a team', () => {
  test('lets a role act once those that lead to it have acted, and several at once where none waits for another', () => {
    assert.equal(planned('a b c', 'a>b b>c'), 'a b c');
    assert.equal(planned('a b c d', 'a>b a>c b>d c>d'), 'a [b | c] d');
    assert.equal(planned('a b c d', 'a>b a>c b>d'), 'a [b d | c]');
  });

  test('keeps the order of edges, and takes no order from who reads', () => {
    assert.equal(planned('a b c', 'a>b:2 a>c:1'), 'a c b');
    assert.equal(planned('a b c', 'a>b a>c c>b+reads'), 'a [b | c]');
  });

  test('makes of a condition a step that holds all that acts only then', () => {
    assert.equal(planned('a b c', 'a>b? b>c'), 'a ?(b c)');
    assert.equal(planned('a b c', 'a>b? b>c a>c'), 'a ?(b) c');
  });

  test('makes a loop of work that is sent back, as often as the loop allows', () => {
    assert.equal(planned('a b c', 'a>b b>c c>b@'), 'a 3(b c)');
    assert.equal(planned('a b', 'a>b@ b>a?'), '3(a b)');
  });

  test('makes a loop of a role that starts others until it starts no more, and gives it one turn after the last', () => {
    const [loop] = planOf(team('a b', 'a>b@+delegates b>a+reports'));
    assert.equal(short([loop!]), '4(a ?(b))');
    assert.deepEqual(loop?.kind === 'loop' && loop.leaves.map(({ to }) => to), ['b']);
  });

  test('carries each item through all that act on it, its loop too', () => {
    assert.equal(planned('a b* c* d', 'a>b b>c c>d'), 'a *(b c) d');
    assert.equal(planned('a b* c* d', 'a>b b>c c>b@ c>d'), 'a *(3(b c)) d');
    assert.equal(planned('a b* c', 'a>b b>c c>b@'), 'a 3(*(b) c)');
  });

  test('has every role of every team once', () => {
    for (const plain of plainTeams('all')) {
      const read = readTeam(plain.text, `/${plain.file}`);
      const acting = short(planOf(read)).match(/[a-z][a-z0-9-]*/g) ?? [];
      assert.deepEqual([...acting].sort(), plain.roles.map(({ id }) => id).sort(), plain.file);
    }
  });

  test('shares the calls of a team among all that act in it', () => {
    const chain = {
      ...team('a b c', 'a>b b>c c>b@'),
      calls: 105,
    };
    assert.equal(turnsOf(chain), 15);
    assert.equal(turnsOf({ ...chain, calls: 1 }), 10);
  });
});

describe('an operation', () => {
  const run = (name: string, ...values: unknown[]): unknown =>
    JSON.parse(
      runInNewContext(
        `${untyped(operationCode[name]!)}\nJSON.stringify(${name}(...${JSON.stringify(values)}))`,
      ),
    );

  test('unites items that agree in some fields, whatever their case and spaces are, and keeps the first of them', () => {
    const list = [
      { place: 'a.ts:1', by: 1 },
      { place: 'A.ts:1 ', by: 2 },
      { place: 'b.ts:1', by: 3 },
    ];
    assert.deepEqual(run('deduplicate', list, ['place']), [list[0], list[2]]);
    assert.deepEqual(run('deduplicate', list, ['place', 'by'], 2), list.slice(0, 2));
  });

  test('counts votes; of those that are equally frequent the first one wins', () => {
    const list = ['no', 'yes', 'yes', 'no', 'maybe'].map(answer => ({ answer }));
    assert.deepEqual(run('vote', list, 'answer'), {
      answer: 'no',
      votes: 2,
      of: 5,
      counts: { no: 2, yes: 2, maybe: 1 },
    });
    assert.deepEqual(run('vote', [], 'answer'), { answer: '', votes: 0, of: 0, counts: {} });
  });

  test('keeps items whose quote is in the page that they name', () => {
    const pages = [
      { page: 'p1', text: 'It rose  by\n4 points.' },
      { page: 'p2', text: 'It fell.' },
    ];
    const item = (page: string, quote: string) => ({ page, quote });
    const list = [item('p1', 'rose by 4'), item('p2', 'rose by 4'), item('p1', 'rose by 5'), item('p1', '')];
    assert.deepEqual(run('checkQuotes', list, pages, 'quote', 'page'), [list[0]]);
    assert.deepEqual(run('checkQuotes', [item('p9', 'It fell.')], 'It fell. It rose.', 'quote', 'page'), [
      item('p9', 'It fell.'),
    ]);
  });

  test('puts beside each item those that agree with it', () => {
    assert.deepEqual(run('match', [{ id: 1 }, { id: 2 }], [{ id: '2', ok: true }], ['id']), [
      { id: 1, matches: [] },
      { id: 2, matches: [{ id: '2', ok: true }] },
    ]);
  });

  test('writes works as Markdown, without the items that are not kept', () => {
    const own = {
      rulings: [
        { case: 'a', ruling: 'refuted' },
        { case: 'b', ruling: 'open' },
      ],
      notes: 'None yet.',
    };
    assert.equal(
      run('arrange', own, ['rulings', 'notes'], { ruling: ['open'] }),
      '## rulings\n\n- case: b; ruling: open\n\n## notes\n\nNone yet.\n',
    );
  });
});
