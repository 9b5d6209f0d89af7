/**
 * Keeps a note beside the tree in force that a later build failed, so that servers can say that they serve the pages of an
 * earlier one.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failureFile, manifestFile } from '#document/text/manifest.ts';

/**
 * Notes in a tree why a build failed. Does nothing without a tree, or if the note cannot be written.
 * @param at the time of the failure, RFC 3339
 * @param why the reason, of which the note has at most 500 characters
 */
export function noteFailure(dist: string, at: string, why: string): void {
  if (!existsSync(join(dist, manifestFile))) return;
  try {
    writeFileSync(join(dist, failureFile), `${at} ${why.replaceAll(/\s+/g, ' ').slice(0, 500)}\n`);
  } catch {
    // The failure itself matters more.
  }
}

/** Removes the note of an earlier failure, after a build that succeeded. Does nothing if there is none. */
export const forgetFailure = (dist: string): void => rmSync(join(dist, failureFile), { force: true });
