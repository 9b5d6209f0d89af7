/** Chromium for tests, as a distribution installs it. Where there is none, tests that need it say so and are skipped. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

const places = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The program; undefined where there is none. */
export const chromiumPath = places.find(place => place !== '' && existsSync(place));

/** Why tests in a browser are skipped; false where they are not. */
export const noBrowser = chromiumPath === undefined && 'there is no Chromium: install it, or set CHROMIUM';

/** No page is open long enough to make up for the time that V8 takes to optimize its scripts. */
const args = ['--no-sandbox', '--js-flags=--no-opt,--no-maglev'];

/**
 * The least layout shift that counts as a fault: a tenth of what web.dev/articles/cls calls good. A browser may paint part of a
 * table before its last rows have set the widths of the columns.
 */
export const leastShift = 0.01;

/** Starts the browser. */
export const startBrowser = (): Promise<Browser> => chromium.launch({ executablePath: chromiumPath!, args });

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Opens a context with axe-core in each of its pages, whose policy is set aside. From the second page on, V8 has its code. */
export async function accessibilityContext(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...options, bypassCSP: true });
  await context.addInitScript({ path: axe });
  return context;
}

/**
 * Runs axe-core on a page of such a context; returns its faults, a line each.
 * @param runOnly the rules to check by; without it, all
 */
export async function accessibilityFaults(page: Page, runOnly?: string[]): Promise<string[]> {
  return page.evaluate(async runOnly => {
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run({ runOnly });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  }, runOnly);
}

interface Axe {
  run(options: {
    runOnly: string[] | undefined;
  }): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }>;
}
