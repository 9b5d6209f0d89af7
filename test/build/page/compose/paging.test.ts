/** Lists on several pages. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Kind } from '#document/kind/kind.ts';
import { index } from '#document/message/index.ts';
import { readDocument } from '#document/text/front-matter.ts';
import { fitting, listPages, numberedPath, type Part } from '../../../../build/page/compose/paging.ts';

const make = (parts: readonly Part[], tokens: number) =>
  listPages({
    kind: index as unknown as Kind,
    path: '/patterns/index.md',
    title: 'Patterns',
    description: 'All of them.',
    fields: { lists: 'pattern', total: 4 },
    intro: 'Begin here.',
    parts,
    end: 'The end.',
    tokens,
    setting: { baseUrl: 'http://catalog.test' },
  });

const lines = (name: string) =>
  [1, 2].map(at => `- [${name}-${at}](/patterns/${name}-${at}.md): a line of some words`);
const parts = [
  { before: '## One\n\nThe first family.', lines: lines('one') },
  { before: '## Two', lines: lines('two') },
];

const bodies = (pages: ReturnType<typeof make>) =>
  pages.map(page => {
    const parsed = readDocument(String(page.text()));
    assert.ok(parsed.ok);
    return parsed.document;
  });

describe('a list', () => {
  test('that fits stands on one page, which says nothing of pages', () => {
    const [page, ...others] = make(parts, 1000);
    assert.equal(others.length, 0);
    assert.equal(page!.links, undefined);
    const [{ body, value }] = bodies([page!]) as [ReturnType<typeof bodies>[number]];
    assert.match(
      body,
      /^# Patterns\n\nBegin here\.\n\n## One\n\nThe first family\.\n\n- .*\n- .*\n\n## Two\n\n- .*\n- .*\n\nThe end\.\n$/,
    );
    assert.equal(value.pages, undefined);
  });

  test('that does not fit goes on, each page leading to the next, and a part that goes on repeats its heading', () => {
    const pages = make(parts, 45);
    const read = bodies(pages);
    assert.deepEqual(
      pages.map(({ path }) => path),
      pages.map((_, at) => numberedPath('/patterns/index.md', at + 1)),
    );
    assert.ok(pages.length > 2);
    assert.deepEqual(pages[0]!.links, ['</patterns/index/2.md>; rel="next"; type="text/markdown"']);
    assert.equal(pages.at(-1)!.links, undefined);
    assert.equal(read[0]!.value.next, '/patterns/index/2.md');
    assert.deepEqual([read[1]!.value.page, read[1]!.value.pages], [2, pages.length]);
    assert.equal(pages[1]!.title, 'Patterns, page 2');
    const all = read.map(({ body }) => body).join('');
    for (const line of [...lines('one'), ...lines('two')]) assert.equal(all.split(line).length, 2, line);
    assert.ok(read[1]!.body.includes('## One\n\n- '), 'without what the family has in common');
    assert.equal(all.split('The first family.').length, 2);
    assert.ok(read.at(-1)!.body.includes('The end.') && !read[0]!.body.includes('The end.'));
    assert.match(
      read[1]!.body,
      /Page 2 of \d+\. \[Previous\]\(\/patterns\/index\.md\) \[Next\]\(\/patterns\/index\/3\.md\)/,
    );
  });

  test('without lines is a page', () => {
    assert.equal(make([], 100).length, 1);
  });

  test('shortened to what fits keeps at least its first line', () => {
    assert.deepEqual(fitting(['one', 'two', 'three'], 4), ['one', 'two']);
    assert.deepEqual(fitting(['a line of many words'], 1), ['a line of many words']);
  });
});
