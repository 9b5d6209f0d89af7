/** Which task a question is about, learnt from how people ask for each. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageEntry } from '#document/text/manifest.ts';
import { TaskRanker } from '#edition/search/task-ranker.ts';

const domain = (name: string, tasks: Record<string, string[]>): PageEntry =>
  ({
    kind: 'domain',
    search: {
      domains: [name],
      tasks: Object.keys(tasks).map(task => ({ name: task, description: `The task ${task}.` })),
      situations: Object.entries(tasks).map(([task, phrases]) => ({ task, phrases })),
    },
  }) as unknown as PageEntry;

const guide = {
  kind: 'guide',
  path: '/guides/cost.md',
  search: { situations: [{ phrases: ['what does a second helper cost', 'is the price too high'] }] },
} as unknown as PageEntry;

const ranker = await TaskRanker.of([
  guide,
  domain('coding', {
    repair: ['the login fails', 'orders get lost', 'where are my orders'],
    review: ['look over my patch'],
  }),
  domain('reasoning', { estimate: ['how many tuners work here', 'how long does it take'] }),
]);

test('a question is about the task that people ask for with its words', () => {
  assert.equal(ranker.rank('Our orders were lost').tasks[0], 'coding.repair');
  assert.equal(ranker.rank('please look over this').tasks[0], 'coding.review');
});

test('the form of a question tells its task, though its matter is new', () => {
  assert.equal(ranker.rank('How many whales are in the sea?').tasks[0], 'reasoning.estimate');
});

test('every task is ranked, and none where no word is known', () => {
  assert.equal(ranker.rank('orders').tasks.length, 3);
  assert.deepEqual(ranker.rank('qqqq zzzz').tasks, []);
  assert.deepEqual(ranker.rank('the of it').tasks, []);
});

test('a task fits a question that shares two words or three pairs with how people ask for it, or all that is asked', () => {
  assert.equal(ranker.rank('our orders get lost').fits('coding.repair'), true);
  assert.equal(ranker.rank('orders').fits('coding.repair'), true);
  assert.equal(ranker.rank('paint the orders blue').fits('coding.repair'), false);
  assert.equal(ranker.rank('How many whales are in the sea?').fits('reasoning.estimate'), false);
  assert.equal(ranker.rank('how long does it last').fits('reasoning.estimate'), true);
  assert.equal(ranker.rank('the of it').fits('coding.repair'), false);
  assert.equal(ranker.rank('orders').fits('coding.unknown'), false);
  assert.equal(ranker.rank('patch').fits('coding.review'), false, 'one word that one phrase has');
});

test('work that no class is about fits none, although it shares words with one', () => {
  assert.equal(ranker.rank('draw a picture of the login').fits('coding.repair'), false);
  assert.equal(ranker.rank('compose a melody').tasks.includes('outside.outside'), false);
});

test('a question that a guide answers is about its page, and fits no task', () => {
  const { page, tasks, fits } = ranker.rank('What does a helper cost?');
  assert.equal(page, guide.path);
  assert.equal(fits(tasks[0]!), false);
  assert.ok(!tasks.some(task => task.includes(guide.path)));
  assert.equal(ranker.rank('our orders get lost').page, undefined);
});
