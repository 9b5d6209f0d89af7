/** Chromium for tests, as a distribution installs it. Where there is none, tests that need it say so and are skipped. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';

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

/** Starts the browser. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath!, args: ['--no-sandbox'] });

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * What axe-core finds wrong on a page, a line each. The policy of the page must be set aside for its script.
 * @param runOnly the rules to check by; without it, all
 */
export async function accessibilityFaults(page: Page, runOnly?: string[]): Promise<string[]> {
  if (!(await page.evaluate('self.axe !== undefined'))) await page.addScriptTag({ path: axe });
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
