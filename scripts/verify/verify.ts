/** Verifies a tree: reads it, makes its pages again, runs every check, and writes the report. */

import { closeConnections } from '../support/http.ts';
import type { Progress } from '../support/progress.ts';
import type { Underived, Verification } from '../support/verification.ts';
import type { Pins } from './check/check.ts';
import { checks } from './check/index.ts';
import { type CheckInput, readCheckInput } from './check-input.ts';
import { rebuild } from './derive/rebuilt.ts';
import { readFolder } from './folder.ts';
import { readSite } from './site.ts';
import type { Tree } from './tree.ts';

/**
 * Verifies a folder or a live site, and returns the faults that each check found.
 * @param target a folder that the build wrote, or an http or https URL
 * @throws Error when there is nothing at the target
 */
export async function verify(target: string, pins: Pins, progress: Progress): Promise<Verification> {
  const tree = await read(target, progress);
  const evidence = tree.pages.size === 0 ? readCheckInput(tree) : await examine(tree, pins, progress);
  // If nothing could be read, the reason is the whole report.
  const applicable = tree.pages.size === 0 ? checks.slice(0, 1) : checks;
  const results = applicable.map((check, at) => {
    progress.step('checking', at + 1, applicable.length);
    return { check: check.name, help: check.help, faults: check.run(tree, evidence, pins) };
  });
  progress.end();
  const published = evidence.entries.filter(entry => entry?.type === 'published');
  const { name, baseUrl, pages } = tree;
  const counts = { pages: pages.size, artifacts: published.length, logEntries: evidence.entries.length };
  const underived = underivedOf(evidence);
  return { name, baseUrl, ...counts, results, ...(underived && { underived }) };
}

/** Reads the input that all checks need, and makes the pages again. */
async function examine(tree: Tree, { content }: Pins, progress: Progress): Promise<CheckInput> {
  const known = readCheckInput(tree);
  return { ...known, rebuilt: await rebuild(tree, known, content, progress) };
}

/** Returns the pages that another release made and this one makes differently; undefined if there are none. */
function underivedOf({ rebuilt }: CheckInput): Underived | undefined {
  if (rebuilt?.otherBuilder === undefined) return undefined;
  const { otherBuilder: builder, faults } = rebuilt;
  return faults.length === 0 ? undefined : { builder, faults };
}

async function read(target: string, progress: Progress): Promise<Tree> {
  if (!/^https?:\/\//.test(target)) return readFolder(target, progress);
  try {
    return await readSite(target.endsWith('/') ? target.slice(0, -1) : target, progress);
  } finally {
    closeConnections();
  }
}
