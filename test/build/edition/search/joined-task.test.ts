/** Tasks without a page of their own, as search finds them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageEntry } from '#document/text/manifest.ts';
import { withJoinedTasks } from '#edition/search/joined-task.ts';
import { SearchIndex } from '#edition/search/search-index.ts';

const domain = {
  ...{ path: '/domains/garden.md', kind: 'domain', title: 'Garden', description: 'Work with plants.' },
  ...{ listed: true, tokens: 40 },
  search: {
    names: ['garden'],
    domains: ['garden'],
    tasks: [
      { name: 'hedge_cutting', description: 'Cut a hedge in shape.', begin: 'one agent, solo-cutter' },
      { name: 'tree_planting', description: 'Plant a tree.' },
    ],
    situations: [{ task: 'hedge_cutting', phrases: ['the hedge has grown over the fence'] }],
  },
} as unknown as PageEntry;

test('a task that is an entry of its domain stands among the pages with the address of the entry', () => {
  assert.deepEqual(
    withJoinedTasks([domain]).map(({ path, kind, title, description }) => [path, kind, title, description]),
    [
      ['/domains/garden.md', 'domain', 'Garden', 'Work with plants.'],
      [
        '/domains/garden.md#hedge_cutting',
        'task',
        'garden.hedge_cutting',
        'Begin with one agent, solo-cutter. Cut a hedge in shape.',
      ],
    ],
  );
});

test('search leads from the words of people to the entry, and one of that class alone', async () => {
  const index = await SearchIndex.of([domain]);
  const { task } = index.ask({ query: 'our hedge has grown over the fence' });
  assert.equal(typeof task === 'object' && task.path, '/domains/garden.md#hedge_cutting');
  const [first] = index.find({ query: 'hedge', taskClass: 'garden.hedge_cutting', kind: 'task' });
  assert.equal(first?.title, 'garden.hedge_cutting');
});
