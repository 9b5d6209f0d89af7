/** A tree for a host of plain files, served by one, verified and read from end to end. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { silent } from '../../scripts/support/progress.ts';
import { verify } from '../../scripts/verify/verify.ts';
import { plainHost } from './plain-host.ts';
import { manifestIn } from './shared.ts';
import { crawlStatic } from './static-crawl.ts';

/** Returns the paths that pages of the manifest lead to, each once. */
const targetsIn = (dist: string): string[] => {
  const targets = manifestIn(dist).pages.flatMap(({ links = [], described_by, canonical }) => [
    ...links.flatMap(link => /<([^>]*)>/.exec(link)?.[1] ?? []),
    ...[described_by, canonical].flatMap(path => path ?? []),
  ]);
  return [...new Set(targets)];
};

/** Verifies a folder or a site; returns its faults, a line each. */
async function faultsOf(target: string): Promise<string[]> {
  const { results, underived } = await verify(target, {}, silent);
  assert.equal(underived, undefined);
  return results.flatMap(({ faults }) => faults.map(({ where, message }) => `${where}: ${message}`));
}

/** Serves a tree and fails with everything that it promises and does not answer. Gives the paths that were read. */
export async function assertKeepsPromises(dist: string): Promise<ReadonlySet<string>> {
  const { base_url } = manifestIn(dist);
  writeFileSync(join(dist, 'CNAME'), `${new URL(base_url).hostname}\n`);
  assert.deepEqual(await faultsOf(dist), []);
  const { server, url } = await plainHost(dist);
  try {
    assert.deepEqual(await faultsOf(url), []);
    const { paths, faults } = await crawlStatic(url, base_url, targetsIn(dist));
    assert.deepEqual(faults, []);
    return paths;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
