/** Notes beside the tree in force that the newest build failed, so that servers can say that they serve what was there before. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failureFile, manifestFile } from '#document/text/manifest.ts';

/**
 * Notes in a tree why a build failed. Does nothing without a tree, or when the note cannot be written.
 * @param at RFC 3339
 */
export function noteFailure(dist: string, at: string, why: string): void {
  if (!existsSync(join(dist, manifestFile))) return;
  try {
    writeFileSync(join(dist, failureFile), `${at} ${why.replaceAll(/\s+/g, ' ').slice(0, 500)}\n`);
  } catch {
    // The failure itself matters more.
  }
}

/** Forgets it, after a build that succeeded. */
export const forgetFailure = (dist: string): void => rmSync(join(dist, failureFile), { force: true });
