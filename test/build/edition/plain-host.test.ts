/** A tree for a host of plain files in a browser: below an address of the host, at an address without a file, and opened as files. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { noBrowser, startBrowser } from '../../support/browser.ts';
import { exampleCopy, temporaryFolder } from '../../support/folder.ts';
import { someOf } from '../../support/large.ts';
import { plainHost } from '../../support/plain-host.ts';
import { buildInto } from '../../support/shared.ts';

describe('in a browser, a tree of plain files', { skip: noBrowser }, async () => {
  const root = temporaryFolder();
  const dist = await buildInto(exampleCopy(), join(root, 'some', 'path'), { reading: true, isStatic: true });
  let browser: Browser;
  let host: Awaited<ReturnType<typeof plainHost>>;
  let page: Page;
  before(async () => {
    [browser, host] = await Promise.all([startBrowser(), plainHost(root)]);
    page = await browser.newPage();
  });
  after(async () => {
    await browser.close();
    host.server.closeAllConnections();
    host.server.close();
  });

  /** The sheet of a page without one has no rules. */
  const isStyled = (page: Page) => page.evaluate('document.styleSheets[0]?.cssRules.length > 0');

  test('is read below an address of the host, and answers a search there', async () => {
    const site = `${host.url}/some/path`;
    await page.goto(`${site}/patterns/gate.html`);
    await page.locator('.bar nav a').first().click();
    await page.waitForURL(`${site}/guides/index.html`);
    await page.keyboard.press('/');
    await page.keyboard.type('gate');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/some\/path\/search\.html\?q=gate/);
    const first = page.locator('.results h2 a').first();
    await first.waitFor();
    assert.equal(await page.locator('h1').textContent(), 'Search: gate');
    await first.click();
    await page.waitForURL(`${site}/patterns/gate.html`);
  });

  test('opens as files, with its style and without a search', async () => {
    await page.goto(pathToFileURL(join(dist, 'patterns/gate.html')).href);
    assert.ok(await page.locator('h1').isVisible());
    assert.ok(!(await page.locator('#Bar-search').isVisible()));
    await page.locator('.bar nav a').first().click();
    await page.waitForURL(pathToFileURL(join(dist, 'guides/index.html')).href);
  });

  test('asks no other host for anything, whatever address has no file', async () => {
    const own = await plainHost(dist);
    // A page of its own: what an earlier test still loads from files is no request of these addresses.
    const page = await browser.newPage();
    const asked = new Set<string>();
    page.on('request', request => asked.add(new URL(request.url()).origin));
    for (const address of someOf(['//evil.test/x', '/%2F/evil.test/x/y.html', '/patterns/none.html'], 1)) {
      await page.goto(own.url + address);
      assert.ok(await isStyled(page), address);
      assert.equal(await page.evaluate('document.baseURI'), own.url + address);
      await page.locator('.brand').click();
      await page.waitForURL(`${own.url}/index.html`);
    }
    assert.deepEqual([...asked], [own.url]);
    own.server.closeAllConnections();
    own.server.close();
  });
});
