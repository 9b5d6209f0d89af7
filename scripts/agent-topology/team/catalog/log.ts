/**
 * Reads the log of a catalog: the versions that the catalog published, and the status of each, from entries that the log key
 * signed.
 */

import { readCheckpoint } from '#document/proof/log/checkpoint.ts';
import { type LogEntry, readEntry } from '#document/proof/log/entry.ts';
import { checkpointFile, type LogFiles } from '#document/proof/log/files.ts';
import { type InspectedLog, inspectLog } from '#document/proof/log/inspect.ts';
import { NoteError, parseNote } from '#document/proof/log/note.ts';
import { tilePath, tilesOf } from '#document/proof/log/tile.ts';
import type { ArtifactState } from '#document/proof/status.ts';
import { noteKeys, originOf } from '../../../support/signed/keys.ts';
import { statesOf } from '../../../verify/check/status.ts';
import { growthFault } from '../../../verify/growth.ts';
import type { Catalog } from './catalog.ts';

export interface CatalogLog {
  log: InspectedLog;
  entries: readonly (LogEntry | undefined)[];
  /** The state of every published version, by path. */
  states: ReadonlyMap<string, ArtifactState>;
  /** The bytes of the signed checkpoint. */
  checkpoint: Buffer;
}

/** The most entries that are read, so that a checkpoint cannot cause requests without end. */
const maxEntries = 100_000;

/**
 * Reads the whole log and verifies it.
 * @param kept an earlier checkpoint that this log must continue
 * @throws Failure when the log is incomplete, not signed by the log key, or does not continue the kept checkpoint
 */
export async function readCatalogLog(catalog: Catalog, kept: string | undefined): Promise<CatalogLog> {
  const files = await readFiles(catalog);
  const origin = originOf(catalog.baseUrl, catalog.keys);
  const log = inspectLog(files, origin === undefined ? [] : noteKeys(origin, catalog.keys, ['active']));
  for (const { file, message } of log.faults) catalog.refuse(`Its log, ${file}: ${message}`);
  if (log.checkpoint?.origin !== origin) catalog.refuse(`Its log is not the one of ${origin ?? 'its keys'}.`);
  const entries = log.entries.map(bytes => readEntry(Buffer.from(bytes).toString()));
  const { states, unplaced } = statesOf({ entries });
  if (entries.includes(undefined)) catalog.refuse('Its log has an entry that is not in the format of a log.');
  for (const unplacedFault of unplaced)
    catalog.refuse(`Its log records a change that is not allowed: ${unplacedFault}`);
  const fault = kept && growthFault(Buffer.from(kept), { keys: catalog.keys, log, entries });
  if (fault) catalog.refuse(`Its log does not continue the one that is in the lock file. ${fault}`);
  return { log, entries, states, checkpoint: Buffer.from(files.get(checkpointFile)!) };
}

async function readFiles(catalog: Catalog): Promise<LogFiles> {
  const checkpoint = await catalog.page(`/log/${checkpointFile}`);
  const paths = checkpoint ? tilePaths(catalog, checkpoint) : [];
  const tiles = await Promise.all(
    paths.map(async path => [path, await catalog.page(`/log/${path}`)] as const),
  );
  return new Map([[checkpointFile, checkpoint] as const, ...tiles].filter(isThere));
}

const isThere = (file: readonly [string, Buffer | undefined]): file is [string, Buffer] =>
  file[1] !== undefined;

function tilePaths(catalog: Catalog, checkpoint: Uint8Array): string[] {
  try {
    const { size } = readCheckpoint(parseNote(checkpoint).text);
    if (size > maxEntries)
      catalog.refuse(
        `Its log says that it has ${size} entries, more than the ${maxEntries} that this command reads.`,
      );
    return tilesOf(size).map(tilePath);
  } catch (error) {
    if (error instanceof NoteError) return []; // `inspectLog` says what is wrong with it.
    throw error;
  }
}
