/** A check: it examines a tree and returns the faults that it finds. */

import type { CheckFault } from '../../support/fault.ts';
import type { CheckName } from '../../support/verification.ts';
import type { CheckInput } from '../check-input.ts';
import type { Content } from '../derive/sources.ts';
import type { Tree } from '../tree.ts';

/** Facts that the caller knows from elsewhere, so that the claims of the tree itself are not needed. */
export interface Pins {
  /** The id of a key that must be listed and not revoked; absent if none is known. */
  keyId?: string;
  /** A checkpoint that the caller kept, and from which the log must have grown; absent if there is none. */
  checkpoint?: Uint8Array;
  /** The content from which to make the pages again; if absent, the sources that the tree publishes are used. */
  content?: Content;
  /** The time by which dates are judged (RFC 3339); if absent, the present time. */
  now?: string;
}

export interface Check {
  name: CheckName;
  /** The advice on the faults that the check finds. */
  help: string;
  run(tree: Tree, evidence: CheckInput, pins: Pins): CheckFault[];
}

/** Makes a fault at a place within a tree. */
export const faultAt = (tree: Tree, path: string, message: string): CheckFault => ({
  where: tree.pages.get(path)?.where ?? tree.placeOf(path),
  message,
});
