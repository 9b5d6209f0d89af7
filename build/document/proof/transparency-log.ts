/**
 * The transparency log: an append-only list of publications and changes of status, as static files that anyone can audit (C2SP
 * tlog-tiles, tlog-checkpoint and signed-note; hashes of RFC 6962). The parts are in `log/`.
 *
 * A checkpoint is signed by the active log key and by no other, under a name that holds the id of that key. After a rotation the
 * tree continues under a new name, and its next entry binds the last checkpoint of the old one (`log/continuation.ts`). A
 * verifier takes the keys from `/trust/keys.md`: the active log key for the checkpoint of today, and, for a checkpoint that it
 * kept, the key in the name of that checkpoint. Continuity does not depend on a key: the older checkpoint must be the beginning
 * of the newer one, whoever signed each.
 */

import { unlessThrown } from '#document/text/unless-thrown.ts';
import { checkpointKeys } from './log/checkpoint.ts';
import { LogError } from './log/error.ts';
import { checkpointFile, type LogFiles, signCheckpoint, writeTiles } from './log/files.ts';
import { leafHash, sameBytes } from './log/hash.ts';
import { type InspectedLog, inspectLog } from './log/inspect.ts';
import { type NoteKey, parseNote } from './log/note.ts';
import { readTilePath, tilePath, tileWidth } from './log/tile.ts';
import { growTree, type Tree } from './log/tree.ts';
import type { KeyRing } from './signature.ts';
import { keysOf } from './signature.ts';

/** A log after new entries were added. */
interface ExtendedLog {
  files: LogFiles;
  tree: Tree;
}

/**
 * Extends a log to the given entries, or begins a log. The same arguments always give the same bytes. Existing tiles are kept
 * as they are; a partial tile is dropped when its full tile exists (C2SP tlog-tiles, Partial Tiles).
 * @param existing the present files of the log; undefined if there is no log yet
 * @param entries the texts of all entries, of which the log already has the first ones
 * @param signing the name of the log, and the keys: the active log key signs, and any of them may have signed the existing
 *   checkpoint
 * @throws LogError `damaged` or `unknown-signer` for an existing log that does not verify; `shrink` or `fork` when the given
 *   entries do not begin with those of the log
 */
export function extendLog(
  existing: LogFiles | undefined,
  entries: readonly string[],
  signing: { origin: string; ring: KeyRing },
): ExtendedLog {
  const data = entries.map(text => new Uint8Array(Buffer.from(text)));
  const former = existing && readLog(existing, signing.ring);
  if (former) requirePrefix(former.entries, data);
  const tree = growTree(data.map(leafHash));
  const tiles = writeTiles(tree, data);
  const kept = [...(existing ?? [])].filter(([path]) => path !== checkpointFile && !isOutgrown(path, tiles));
  const files = new Map([...kept, ...tiles]);
  files.set(checkpointFile, signCheckpoint(tree, signing.origin, signing.ring.log.active));
  return { files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))), tree };
}

/** Tells whether a file is a partial tile whose full tile exists. */
function isOutgrown(path: string, tiles: ReadonlyMap<string, Uint8Array>): boolean {
  const tile = readTilePath(path);
  return tile !== undefined && tile.width < tileWidth && tiles.has(tilePath({ ...tile, width: tileWidth }));
}

/**
 * Reads a log that this deployment wrote.
 * @throws LogError `damaged` when its files contradict each other, `unknown-signer` when no key of the ring signed it
 */
export function readLog(files: LogFiles, ring: KeyRing): InspectedLog {
  const log = inspectLog(files, namedKeys(files, ring));
  const fault = log.faults.find(each => each.about === 'content') ?? log.faults[0];
  if (fault === undefined) return log;
  const message = `The existing log cannot be extended: ${fault.file}: ${fault.message}`;
  if (fault.about !== 'signature') throw new LogError('damaged', message);
  const help =
    'Add the key that did, as `/trust/keys.md` lists it, to the keys: `State: retired`, with its purpose.';
  throw new LogError('unknown-signer', `${message} ${help}`);
}

/** Returns the keys of a ring that may have signed the checkpoint, under the names in it. */
function namedKeys(files: LogFiles, ring: KeyRing): NoteKey[] {
  const names = namesOf(files.get(checkpointFile));
  const keys = keysOf(ring).filter(key => key.state !== 'revoked');
  return names.flatMap(name => checkpointKeys(name, keys));
}

/** Returns the names in a checkpoint; none for a damaged one, of which `inspectLog` says what is wrong. */
const namesOf = (checkpoint: Uint8Array | undefined): string[] =>
  (checkpoint && unlessThrown(() => parseNote(checkpoint).signatures.map(each => each.name))) ?? [];

/**
 * Requires that the new entries begin with the former ones.
 * @throws LogError `shrink` or `fork`
 */
function requirePrefix(former: readonly Uint8Array[], entries: readonly Uint8Array[]): void {
  const differing = former.findIndex((entry, i) => entries[i] !== undefined && !sameBytes(entry, entries[i]));
  if (differing >= 0)
    throw new LogError('fork', `Entry ${differing} of the log would change: that is a fork.`);
  if (former.length <= entries.length) return;
  throw new LogError('shrink', `The log has ${former.length} entries and would shrink to ${entries.length}.`);
}
