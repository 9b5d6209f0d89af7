/** A check: what it looks at, and what it finds wrong. */

import type { CheckFault } from '../../support/fault.ts';
import type { CheckName } from '../../support/verification.ts';
import type { CheckInput } from '../check-input.ts';
import type { Content } from '../derive/sources.ts';
import type { Tree } from '../tree.ts';

/** The knowledge of the caller from elsewhere, so that the tree's own claims are not needed. */
export interface Pins {
  /** The id of a key that must be listed and not revoked. */
  keyId?: string;
  /** A checkpoint that was kept from before: the log must have grown from it. */
  checkpoint?: Uint8Array;
  /** The content from which to make the pages again; absent: the sources that the tree publishes. */
  content?: Content;
  /** The time by which dates are judged, RFC 3339; absent: now. */
  now?: string;
}

export interface Check {
  name: CheckName;
  /** The advice on its faults. */
  help: string;
  run(tree: Tree, evidence: CheckInput, pins: Pins): CheckFault[];
}

/** Makes a fault at a place within a tree. */
export const faultAt = (tree: Tree, path: string, message: string): CheckFault => ({
  where: tree.pages.get(path)?.where ?? tree.placeOf(path),
  message,
});
