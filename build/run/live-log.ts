/** Fetches the checkpoint that readers see now, and checks that the log to publish continues it (docs/operation.md#13). */
import { checkpointKeys, readCheckpoint } from '#document/proof/log/checkpoint.ts';
import { LogError } from '#document/proof/log/error.ts';
import type { LogFiles } from '#document/proof/log/files.ts';
import { sameBytes } from '#document/proof/log/hash.ts';
import { NoteError, openNote, parseNote } from '#document/proof/log/note.ts';
import { rootOf } from '#document/proof/log/tree.ts';
import { type KeyRing, keysOf } from '#document/proof/signature.ts';
import { readLog } from '#document/proof/transparency-log.ts';

const seconds = 30;
/** The most bytes of a checkpoint. A real one has some 300. */
const maxBytes = 16 * 1024;

/**
 * Fetches the checkpoint of a live service; undefined if the service has none (404).
 * @param url the address of the service, without a slash at the end
 * @throws LogError `unreachable` when the service gives no usable answer
 */
export async function liveCheckpoint(url: string): Promise<Uint8Array | undefined> {
  const address = `${url}/log/checkpoint`;
  try {
    const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(seconds * 1000) });
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    return await bodyOf(answer);
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    throw new LogError(
      'unreachable',
      `${address} cannot be read (${reason}), so nobody knows whether the log would fork. ` +
        'Try again, or leave out the live address if nothing was ever served there.',
    );
  }
}

async function bodyOf(answer: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of answer.body ?? []) {
    size += piece.length;
    if (size > maxBytes) throw new Error(`it is longer than ${maxBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/**
 * Refuses a log that does not begin with all entries of the live log.
 * @param live the checkpoint that the live service serves
 * @throws LogError `shrink` when the log has fewer entries, `fork` when it has others, or `unknown-signer` when no key of the
 *   ring signed the checkpoint
 */
export function requireContinues(log: LogFiles, live: Uint8Array, ring: KeyRing): void {
  const { size, root } = openLive(live, ring);
  const { tree } = readLog(log, ring);
  const help = 'Put the log that was published last into DATA_DIR/log, and build again.';
  if (size > tree.size)
    throw new LogError(
      'shrink',
      `The live log has ${size} entries, and this one would have ${tree.size}. ${help}`,
    );
  if (!sameBytes(rootOf(tree, size), root))
    throw new LogError('fork', `The first ${size} entries are not those of the live log: a fork. ${help}`);
}

function openLive(live: Uint8Array, ring: KeyRing) {
  try {
    const { origin } = readCheckpoint(parseNote(live).text);
    const keys = keysOf(ring).filter(key => key.state !== 'revoked');
    return readCheckpoint(openNote(live, checkpointKeys(origin, keys)).text);
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    const help = 'Check the live address; after a rotation, keep the former keys as retired.';
    throw new LogError(
      'unknown-signer',
      `No key of this builder signed the live checkpoint: ${error.message} ${help}`,
    );
  }
}
