/** Verifies a tree: reads it, runs every check, and reports. */

import type { Pins } from './check/check.ts';
import { checks } from './check/index.ts';
import { readEvidence } from './evidence.ts';
import { readFolder } from './folder.ts';
import { closeConnections } from './http.ts';
import type { Progress } from './progress.ts';
import { readReadingEdition } from './reading.ts';
import type { Report } from './report.ts';
import { readSite } from './site.ts';
import type { Tree } from './tree.ts';

/**
 * Verifies a folder or a live site.
 * @param target a folder that the build wrote, or an http or https URL.
 * @throws Error when there is nothing at the target at all.
 */
export async function verify(target: string, pins: Pins, progress: Progress): Promise<Report> {
  const tree = await read(target, progress);
  const known = readEvidence(tree);
  const reading = await readReadingEdition(tree, known);
  const evidence = { ...known, ...(reading && { reading }) };
  // If nothing could be read, the reason is the whole report.
  const applicable = tree.pages.size === 0 ? checks.slice(0, 1) : checks;
  const results = applicable.map((check, at) => {
    progress.step('checking', at + 1, applicable.length);
    return { check: check.name, faults: check.run(tree, evidence, pins) };
  });
  progress.end();
  const published = evidence.entries.filter(entry => entry?.type === 'published');
  const { name, baseUrl, pages } = tree;
  const counts = { pages: pages.size, artifacts: published.length, logEntries: evidence.entries.length };
  return { name, baseUrl, ...counts, results };
}

async function read(target: string, progress: Progress): Promise<Tree> {
  if (!/^https?:\/\//.test(target)) return readFolder(target, progress);
  try {
    return await readSite(target.endsWith('/') ? target.slice(0, -1) : target, progress);
  } finally {
    closeConnections();
  }
}
