/** The reading edition in a browser: accessible in both themes, valid, still, and whole without scripts. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { RunningServer } from '../../../server/process/server.ts';
import {
  accessibilityContext,
  accessibilityFaults,
  leastShift,
  noBrowser,
  startBrowser,
} from '../../support/browser.ts';
import { htmlFaults } from '../../support/html.ts';
import { isLarge, someOf } from '../../support/large.ts';
import { serve } from '../../support/server.ts';
import { manifestIn, readingDist } from '../../support/shared.ts';

const distDir = readingDist();
const { pages } = manifestIn(distDir);
const twins = pages.filter(({ media_type }) => media_type.startsWith('text/html'));

/** One page of each sort. */
const sorts = [
  ...[
    '/index.html',
    '/patterns/index.html',
    '/patterns/gate.html',
    '/patterns/gate/findings.html',
    '/domains/coding.html',
  ],
  ...[
    '/starters/index.html',
    '/research/loops-2024.html',
    '/docs/index.html',
    '/trust/keys.html',
    '/status.html',
  ],
  ...[twins.find(({ path }) => /^\/starters\/.+\/\d/.test(path))!.path, '/search.html?q=check'],
];

/** A page in pieces that end where its bar, the places beside the text, and the text itself do, and in the middle of the text. */
function piecesOf(page: string): string[] {
  const middle = Math.floor(page.length / 2);
  const pieces = (text: string) =>
    text.split(/(?<=<\/(?:form|header|h1|main|nav|p|section)>)|(?=<nav|<main)/);
  return [...pieces(page.slice(0, middle)), ...pieces(page.slice(middle))];
}

describe('every page of the reading edition', () => {
  test('is valid HTML', async () => {
    const chosen = someOf(sorts, 6);
    for (const { file } of twins.filter(({ path }, at) => (isLarge && at % 8 === 0) || chosen.includes(path)))
      assert.deepEqual(await htmlFaults(readFileSync(join(distDir, file), 'utf8')), [], file);
  });

  test('has less than 60 KB, and less than 20 KB compressed', () => {
    for (const { path, file, size } of twins) {
      assert.ok(size < 60_000, path);
      assert.ok(gzipSync(readFileSync(join(distDir, file))).length < 20_000, path);
    }
  });
});

describe('in a browser, the reading edition', { skip: noBrowser }, () => {
  let browser: Browser;
  let server: RunningServer;
  before(async () => {
    [browser, server] = await Promise.all([startBrowser(), serve({ distDir })]);
  });
  after(async () => {
    await browser.close();
    await server.stop();
  });

  /** Counts what a page does wrong while it loads. */
  const watch = `
    self.faults = []; self.moves = [];
    addEventListener('securitypolicyviolation', event => faults.push(event.violatedDirective));
    addEventListener('error', event => faults.push(event.message));
    const isSeen = ({ value }) => value >= ${leastShift};
    new PerformanceObserver(list => moves.push(...list.getEntries().filter(isSeen).map(({ value, sources }) =>
      'shift ' + value + ' of ' + sources.map(({ node }) => node?.nodeName + ' ' + node?.textContent.slice(0, 40)))))
      .observe({ type: 'layout-shift', buffered: true });`;

  const tabs = new Map<string, Promise<Page>>();

  /** A tab, the same for the same options: a new one would start another process. */
  function tabWith(options: BrowserContextOptions): Promise<Page> {
    const key = JSON.stringify(options);
    const open = async () => {
      const context = await browser.newContext(options);
      await context.addInitScript(watch);
      return context.newPage();
    };
    const tab = tabs.get(key) ?? open();
    tabs.set(key, tab);
    return tab;
  }

  async function visit(path: string, options: BrowserContextOptions): Promise<Page> {
    const tab = await tabWith(options);
    await tab.goto(server.address + path);
    return tab;
  }

  test('has no fault of accessibility, nor of contrast in the other theme', async () => {
    const context = await accessibilityContext(browser, { colorScheme: 'light' });
    const page = await context.newPage();
    for (const path of someOf(sorts, 3)) {
      await page.goto(server.address + path);
      assert.deepEqual(await accessibilityFaults(page), [], path);
      await page.emulateMedia({ colorScheme: 'dark' });
      assert.deepEqual(await accessibilityFaults(page, ['color-contrast']), [], path);
      await page.emulateMedia({ colorScheme: 'light' });
    }
  });

  async function seenAt(address: string, width: number, what: 'faults' | 'moves'): Promise<unknown> {
    const tab = await tabWith({ viewport: { width, height: 844 } });
    await tab.goto(address, { waitUntil: 'networkidle' });
    return tab.evaluate(`[...${what}, document.documentElement.scrollWidth]`);
  }

  test('breaks no policy and fits a phone', async () => {
    for (const path of someOf(sorts, 3))
      assert.deepEqual(await seenAt(server.address + path, 390, 'faults'), [390], path);
  });

  test('does not move while its pieces arrive', async () => {
    const slow = createServer(async ({ url }, response) => {
      const answer = await fetch(server.address + url);
      response.writeHead(200, { 'content-type': answer.headers.get('content-type')! });
      const body = Buffer.from(await answer.arrayBuffer());
      if (!url!.endsWith('.html')) return response.end(body);
      for (const piece of piecesOf(body.toString())) {
        response.write(piece);
        await setTimeout(40);
      }
      response.end();
    });
    await new Promise<void>(done => slow.listen(0, done));
    const { port } = slow.address() as AddressInfo;
    for (const path of someOf(['/patterns/gate.html', '/docs/index.html', '/index.html'], 1)) {
      const widths = [390, 800, 1400];
      const seen = widths.map(width => seenAt(`http://localhost:${port}${path}`, width, 'moves'));
      assert.deepEqual((await Promise.all(seen)).flat(), widths, path);
    }
    await new Promise(done => slow.close(done));
  });

  test('lets a reader choose by facets without a script', async () => {
    const page = await visit('/patterns/index.html', { javaScriptEnabled: false });
    const items = page.locator('tr.item:visible');
    const all = await items.count();
    await page.locator('.facets label', { hasText: 'Critique' }).click();
    const chosen = await items.count();
    assert.ok(chosen > 0 && chosen < all, `${chosen} of ${all}`);
  });

  test('sorts a table by a column, and says how many rows the filters leave', async () => {
    const page = await visit('/patterns/index.html', {});
    const all = await page.locator('tr.item').count();
    const calls = page.getByRole('button', { name: 'Against' });
    const first = () => page.locator('tr.item td[data-name=Against]').first().textContent();
    await calls.click();
    const least = Number(await first());
    await calls.click();
    assert.ok(Number(await first()) >= least);
    assert.equal(await page.locator('th[aria-sort=descending]').textContent(), 'Against');
    await page.locator('.facets label', { hasText: 'Critique' }).click();
    const chosen = await page.locator('tr.item:visible').count();
    assert.equal(await page.locator('.count').textContent(), `${chosen} of ${all} patterns`);
  });

  test('keeps the filters closed on a telephone', async () => {
    const page = await visit('/patterns/index.html', { viewport: { width: 360, height: 640 } });
    assert.ok(!(await page.locator('.facets fieldset').first().isVisible()));
    await page.locator('.facets summary').click();
    assert.ok(await page.locator('.facets fieldset').first().isVisible());
  });

  test('shows on a telephone the results of a search before what narrows it', async () => {
    const page = await visit('/search.html?q=check', { viewport: { width: 360, height: 640 } });
    const sorts = page.locator('.found h2').first();
    assert.ok(!(await sorts.isVisible()));
    await page.locator('.found summary').click();
    assert.ok(await sorts.isVisible());
  });

  test('finds pages by words without a script', async () => {
    const page = await visit('/index.html', { javaScriptEnabled: false });
    await page.locator('#Task-search').fill('a check that decides');
    await page.locator('#Task-search').press('Enter');
    await page.waitForURL(/\/search\.html\?q=a\+check/);
    assert.ok((await page.locator('.results .card').count()) > 0);
  });

  test('suggests pages while somebody types', async () => {
    const page = await visit('/index.html', { colorScheme: 'light' });
    await page.locator('#Bar-search').pressSequentially('gate');
    const box = page.locator('#Bar-search');
    await page.locator('.bar .suggestions li').first().waitFor();
    assert.equal(await box.getAttribute('aria-expanded'), 'true');
    await box.press('ArrowDown');
    const option = await page.locator('.bar .suggestions li').first().getAttribute('id');
    assert.equal(await box.getAttribute('aria-activedescendant'), option);
    await box.press('Enter');
    await page.waitForURL(/\/patterns\/gate\.html$/);
  });

  test('keeps the theme that a reader chose', async () => {
    const page = await visit('/index.html', { colorScheme: 'light' });
    await page.locator('.theme').click();
    await page.reload();
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark');
  });
});
