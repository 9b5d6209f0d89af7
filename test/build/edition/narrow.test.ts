/** The reading edition on the narrowest screens that are common: 360 pixels. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { noBrowser, startBrowser } from '../../support/browser.ts';
import { isLarge } from '../../support/large.ts';
import { plainHost } from '../../support/plain-host.ts';
import { catalogDist, manifestIn } from '../../support/shared.ts';

describe('at 360 pixels', { skip: noBrowser }, () => {
  const dist = catalogDist();
  const pages = manifestIn(dist).pages.filter(({ path }) => path.endsWith('.html'));
  let browser: Browser;
  let host: Awaited<ReturnType<typeof plainHost>>;
  before(async () => {
    [browser, host] = await Promise.all([startBrowser(), plainHost(dist)]);
  });
  after(async () => {
    await browser.close();
    host.server.closeAllConnections();
    host.server.close();
  });

  test('no page of any sort is wider than the screen', async () => {
    const sorts = new Map<string, typeof pages>();
    for (const page of pages) {
      const [, folder] = page.path.split('/');
      const sort = `${folder} ${/\/findings[./]/.test(page.path)} ${/\/index\./.test(page.path)}`;
      sorts.set(sort, [...(sorts.get(sort) ?? []), page]);
    }
    const page = await browser.newPage({ viewport: { width: 360, height: 640 } });
    const wide: string[] = [];
    // The longest pages of a sort have all that its pages may have; every comparison has names of its own.
    const most = (sort: string) => (isLarge ? (sort.startsWith('comparisons') ? 99 : 4) : 1);
    for (const [sort, own] of sorts)
      for (const { path } of [...own].sort((a, b) => b.size - a.size).slice(0, most(sort))) {
        await page.goto(host.url + path);
        if (await page.evaluate('document.documentElement.scrollWidth > 360')) wide.push(path);
      }
    assert.deepEqual(wide, []);
  });

  test('a bar of a comparison is not black on a dark page', async () => {
    const page = await browser.newPage({ colorScheme: 'dark' });
    const { path } = pages.find(
      ({ file }) =>
        file.startsWith('comparisons/') &&
        readFileSync(join(dist, file), 'utf8').includes('<rect class="rule"'),
    )!;
    await page.goto(host.url + path);
    const fills = await page.evaluate(
      `[...document.querySelectorAll('figure rect.rule')].map(bar => getComputedStyle(bar).fill)`,
    );
    assert.ok((fills as string[]).length > 0);
    assert.ok(!(fills as string[]).includes('rgb(0, 0, 0)'));
  });
});
