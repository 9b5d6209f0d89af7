/**
 * The reading edition of the whole catalog in Chromium: every twin is valid HTML and small, each sort of page is accessible in
 * both themes and scores at least 98 in Lighthouse, and a newcomer finds by clicking what people look for. Screenshots of each
 * sort, in both themes and two widths, are left in `DATA_DIR/reading/` for a person to look at; those that were accepted there
 * (`accepted.json`) are compared by digest under the same Chromium.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { sha256Hex } from '#document/digest.ts';
import { build } from '../../build/build.ts';
import { manifestOf, readTree } from '../../build/publish/tree.ts';
import { testRing } from '../keys.ts';
import { accessibilityFaults, chromiumPath, startBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/folder.ts';
import { htmlFaults } from '../support/html.ts';
import { serve } from '../support/server.ts';
import type { Campaign } from './campaign.ts';

/** One page of each sort, by the name of its screenshots. */
const sorts: Record<string, string> = {
  start: '/index.html',
  patterns: '/patterns/index.html',
  pattern: '/patterns/verifier-gate.html',
  findings: '/patterns/multi-agent-debate/findings.html',
  domain: '/domains/coding.html',
  starter: '/starters/localise-repair-validate/1.2.0.html',
  research: '/research/aflow-2024.html',
  contract: '/docs/use-tickets.html',
  guide: '/guides/agentic-design-patterns.html',
  search: '/search.html?q=fix+a+bug',
};

/** What people look for from the start page, by the links that they follow. */
const ways: Record<string, RegExp[]> = {
  'a starter for a bug fix': [/task_class=coding\.bug_fix/, /^\/starters\/localise-repair-validate\//],
  'the evidence against debate': [/^\/patterns\/index/, /multi-agent-debate\.html/, /debate\/findings/],
  'how to verify an artifact': [/^\/docs\/trust/],
  'how to connect an agent': [/^\/docs\/mcp/],
};

const maxClicks = 4;
const minScore = 0.98;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

export const campaign: Campaign = {
  description: 'the reading edition in Chromium: valid, accessible, fast, and found by clicking',
  rounds: 1,
  async run({ say }) {
    const folder = temporaryFolder();
    const distDir = join(folder, 'dist');
    const options = {
      distDir,
      contentDir: resolve('content'),
      keys: testRing(),
      logDir: join(folder, 'log'),
    };
    const result = build({ ...options, baseUrl: 'http://catalog.test', reading: true });
    assert.ok(result.ok, JSON.stringify(result));
    const valid = await checkFiles(distDir, say);
    const server = await serve({ distDir });
    const browser = await startBrowser();
    try {
      await followWays(browser, server.address);
      const shots = await visitAll(browser, server.address, say);
      const scores = Object.keys(sorts).map(name => {
        say(`Lighthouse: ${name}`);
        return lighthouse(name, server.address);
      });
      return { valid, shots, pages: scores.length, lowest: Math.round(Math.min(...scores) * 100) };
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};

/** Every twin is valid and has less than 60 KB compressed. */
async function checkFiles(distDir: string, say: (text: string) => void): Promise<number> {
  const { pages } = manifestOf(readTree(distDir)!);
  const twins = pages.filter(({ media_type }) => media_type.startsWith('text/html'));
  for (const [at, { path, file, size, encodings }] of twins.entries()) {
    say(`${at + 1} of ${twins.length} pages are valid`);
    assert.ok((encodings.br?.size ?? size) < 60_000, path);
    assert.deepEqual(await htmlFaults(readFileSync(join(distDir, file), 'utf8')), [], path);
  }
  return twins.length;
}

async function followWays(browser: Browser, address: string): Promise<void> {
  const page = await browser.newPage({ javaScriptEnabled: false });
  for (const [what, steps] of Object.entries(ways)) {
    assert.ok(steps.length <= maxClicks);
    await page.goto(`${address}/index.html`);
    for (const step of steps) {
      const hrefs = await page
        .locator('main a')
        .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''));
      const all = [...hrefs, '/patterns/index.html', '/domains/index.html', '/starters/index.html'];
      const href = all.find(each => step.test(each));
      assert.ok(href, `${what}: no link ${step} on ${page.url()}`);
      await page.locator(`a[href="${href}"]`).first().click();
    }
  }
  await page.close();
}

const themes = ['light', 'dark'] as const;
const widths = [390, 1280];

/** Checks each sort in both themes, and leaves its screenshots. */
async function visitAll(browser: Browser, address: string, say: (text: string) => void): Promise<number> {
  const folder = resolve(process.env.DATA_DIR ?? 'data', 'reading');
  mkdirSync(folder, { recursive: true });
  const digests: Record<string, string> = {};
  for (const [name, path] of Object.entries(sorts))
    for (const colorScheme of themes)
      for (const width of widths) {
        say(`${name}, ${colorScheme}, ${width}`);
        const context = await browser.newContext({
          colorScheme,
          viewport: { width, height: 900 },
          bypassCSP: true,
        });
        const page = await context.newPage();
        await page.goto(address + path, { waitUntil: 'networkidle' });
        const file = `${name}-${colorScheme}-${width}.png`;
        digests[file] = sha256Hex(await page.screenshot({ path: join(folder, file) }));
        assert.deepEqual(await accessibilityFaults(page), [], file);
        await context.close();
      }
  compare(join(folder, 'accepted.json'), browser.version(), digests);
  return Object.keys(digests).length;
}

/** Compares with what was accepted under the same Chromium; without that, this is now accepted. */
function compare(file: string, version: string, digests: Record<string, string>): void {
  const accepted = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Accepted) : undefined;
  if (accepted?.version !== version) writeFileSync(file, JSON.stringify({ version, digests }, null, 1));
  else assert.deepEqual(digests, accepted.digests, `Look at the screenshots; remove ${file} to accept them.`);
}

interface Accepted {
  version: string;
  digests: Record<string, string>;
}

/** The lowest of the four scores of a page. Lighthouse needs a newer Node.js than the project. */
function lighthouse(name: string, address: string): number {
  const command = [
    '-y',
    '-p',
    'node@24',
    'node',
    'node_modules/lighthouse/cli/index.js',
    address + sorts[name],
  ];
  const flags = [
    ...['--quiet', '--output=json', '--chrome-flags=--headless=new --no-sandbox'],
    `--only-categories=${categories.join(',')}`,
    // It knows no directives of RFC 9309 extensions, and a search is no page for search engines.
    '--skip-audits=robots-txt',
  ];
  const text = execFileSync('npx', [...command, ...flags], {
    encoding: 'utf8',
    env: { ...process.env, CHROME_PATH: chromiumPath },
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const report = JSON.parse(text) as { categories: Record<string, { score: number }> };
  const scores = Object.entries(report.categories).map(([category, { score }]) => ({ category, score }));
  for (const { category, score } of scores)
    assert.ok(score >= minScore, `${name}: ${category} is ${Math.round(score * 100)}, of at least 98.`);
  return Math.min(...scores.map(({ score }) => score));
}
