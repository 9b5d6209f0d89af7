/** Comparisons: the pages of pairs, and the cells that a browser puts side by side. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { manifestOf, readTree } from '../../../build/publish/tree.ts';
import { tokensOf } from '../../../build/source/token-count.ts';
import type { RunningServer } from '../../../server/process/server.ts';
import { noBrowser, startBrowser } from '../../support/browser.ts';
import { describedFromNow } from '../../support/described.ts';
import { exampleContent } from '../../support/folder.ts';
import { htmlFaults } from '../../support/html.ts';
import { send, serve } from '../../support/server.ts';
import { buildInto, catalogWithReadingDist } from '../../support/shared.ts';

describedFromNow();
const dist = catalogWithReadingDist();
const textOf = (path: string) => readFileSync(join(dist, path.slice(1)), 'utf8');
const { pages, redirects } = manifestOf(readTree(dist)!);
const pairs = pages.filter(({ kind }) => kind === 'pair');

interface Data {
  key: string;
  path: string;
  rows: [name: string, cell: string][];
}
const list = JSON.parse(textOf('/reading/compare.json')) as [string, string, string, number][];
const data = [...new Set(list.map(([, , , part]) => part))].flatMap(
  part => JSON.parse(textOf(`/reading/compare/${part}.json`)) as Data[],
);

describe('a comparison of two', () => {
  test('is a page for each team beside its control, in the order of their names alone', () => {
    assert.ok(pairs.length > 50);
    const paths = new Set(pairs.map(({ path }) => path));
    assert.ok(paths.has('/compare/panel-code-review/solo-reviewer.md'));
    for (const path of paths) {
      const [, , a, b] = path.replace(/\.md$/, '').split('/');
      assert.ok(a! < b!, path);
      assert.deepEqual(
        redirects.filter(each => each.path === `/compare/${b}/${a}.md`),
        [{ path: `/compare/${b}/${a}.md`, to: path }],
      );
    }
  });

  test('says of both what they are for, cost and risk, with their evidence, within 1,500 tokens', () => {
    for (const { path } of pairs) {
      const text = textOf(path);
      assert.ok(tokensOf(text) <= 1500, path);
      for (const row of [
        'For',
        'Roles',
        'Cost',
        'How it fails',
        'How to check it',
        'Evidence',
        'Status',
        'Cite',
      ])
        assert.match(text, new RegExp(`^\\| ${row} \\| [^|]{4,} \\| [^|]{4,} \\|$`, 'm'), `${path}: ${row}`);
    }
  });

  test('counts the findings that the pages of its patterns show', () => {
    const { rows } = data.find(({ key }) => key === 'verifier-gate')!;
    const [, findings] = /^(\d+) findings in \d+ records, \d+ of them read in full: /.exec(
      rows.find(([name]) => name === 'Evidence')![1],
    )!;
    const shown = textOf('/patterns/verifier-gate/findings.md').match(
      /^- \*\*(?:For|Undecided|Against)\*\*/gm,
    );
    assert.equal(Number(findings), shown!.length);
  });

  test('counts of a team what the page of each export lists as lost', () => {
    const { rows, path } = data.find(({ key }) => key === 'claim-check')!;
    const [, count] = /Claude Code (\d+),/.exec(rows.find(([name]) => name === 'Losses')![1])!;
    const page = textOf(path.replace('/starters/', '/exports/claude-code/'));
    assert.equal(page.match(/^ {2}- subject: /gm)!.length, Number(count));
  });
});

describe('the pages for people', () => {
  test('are valid HTML', async () => {
    for (const path of ['/compare.html', pairs[0]!.path.replace(/md$/, 'html')])
      assert.deepEqual(await htmlFaults(textOf(path)), [], path);
  });
});

describe('what can be compared', () => {
  test('is every pattern and task, and each team in its newest version, under a name of its own', () => {
    assert.equal(new Set(list.map(([key]) => key)).size, list.length);
    const kinds = (kind: string) => list.filter(each => each[1] === kind).length;
    const patterns = pages.filter(({ kind, path }) => kind === 'pattern' && path.endsWith('.md'));
    assert.equal(kinds('pattern'), patterns.length);
    assert.ok(kinds('task') > 50 && kinds('starter') > 30 && kinds('formation') > 4);
    assert.deepEqual(
      data.map(({ key }) => key),
      list.map(([key]) => key),
    );
  });

  test('leads to pages that are there', () => {
    const known = new Set(pages.map(({ path }) => path));
    const targets = data.flatMap(({ path, rows }) => [
      path,
      ...rows.flatMap(([, cell]) => [...cell.matchAll(/\]\((\/[^)]+)\)/g)].map(([, target]) => target!)),
    ]);
    assert.ok(targets.length > 500);
    assert.deepEqual(
      targets.filter(target => !known.has(target.split('#')[0]!)),
      [],
    );
  });

  test('is no page for people, and no data, where a catalog has no reading edition', () => {
    const plain = manifestOf(readTree(buildInto(exampleContent))!).pages.map(({ path }) => path);
    assert.ok(plain.includes('/compare.md'));
    assert.deepEqual(
      plain.filter(path => path.startsWith('/reading/')),
      [],
    );
  });
});

describe('over HTTP', () => {
  let server: RunningServer;
  before(async () => {
    server = await serve({ distDir: dist });
  });
  after(() => server.stop());

  test('the other order redirects, as Markdown and as a page', async () => {
    for (const end of ['md', 'html']) {
      const answer = await send(server, `/compare/solo-reviewer/panel-code-review.${end}`);
      assert.deepEqual(
        [answer.status, answer.headers.location],
        [308, `/compare/panel-code-review/solo-reviewer.${end}`],
      );
    }
  });

  test('a pair without a page is 404 with what to do', async () => {
    const answer = await send(server, '/compare/tree-search/verifier-gate.md');
    assert.equal(answer.status, 404);
    assert.match(answer.body.toString(), /compare\.html\?of=tree-search&of=verifier-gate compares any/);
    const hostile = await send(server, '/compare/%3Cb%3E/%22.md');
    assert.doesNotMatch(hostile.body.toString(), /compare\.html/);
  });

  test('a browser puts three side by side, and says which name it does not know', {
    skip: noBrowser,
  }, async () => {
    const browser = await startBrowser();
    try {
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on('pageerror', error => errors.push(error.message));
      const address = `${server.address}/compare.html`;
      await page.goto(`${address}?of=verifier-gate&of=Judge or jury&of=coding.bug_fix`);
      await page.waitForSelector('.compared td');
      const cells = await page.locator('.compared tbody tr').first().locator('th, td').allTextContents();
      assert.equal(cells.length, 4);
      assert.equal(cells[0], 'For');
      assert.equal(
        await page.locator('.compared thead a').first().getAttribute('href'),
        `${server.address}/patterns/verifier-gate.html`,
      );
      await page.goto(`${address}?of=verifier-gate&of=<b>none</b>`);
      await page.waitForSelector('.compared p');
      assert.match(
        (await page.locator('.compared p').textContent())!,
        /Nothing here is called <b>none<\/b>\./,
      );
      assert.deepEqual(errors, []);
    } finally {
      await browser.close();
    }
  });
});
