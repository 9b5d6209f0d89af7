/** The scores of a page by Lighthouse. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chromiumPath } from '../../support/browser.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** It needs a newer Node.js than the project. */
const command = ['-y', '-p', 'node@24', 'node', 'node_modules/lighthouse/cli/index.js'];

const flags = [
  ...['--quiet', '--output=json', '--chrome-flags=--headless=new --no-sandbox'],
  `--only-categories=${categories.join(',')}`,
  // It does not know the directives of robots.txt that stand in drafts.
  '--skip-audits=robots-txt',
];

const timeoutMilliseconds = 300_000;

interface Report {
  categories: Record<string, { score: number | null }>;
}

/** The scores of a page from 0 to 100, by category. */
export async function scoresOf(address: string): Promise<Record<string, number>> {
  const { stdout } = await promisify(execFile)('npx', [...command, address, ...flags], {
    env: { ...process.env, CHROME_PATH: chromiumPath },
    maxBuffer: 64 * 1024 * 1024,
    timeout: timeoutMilliseconds,
  });
  const report = JSON.parse(stdout) as Report;
  return Object.fromEntries(
    categories.map(name => [name, Math.round((report.categories[name]?.score ?? 0) * 100)]),
  );
}
