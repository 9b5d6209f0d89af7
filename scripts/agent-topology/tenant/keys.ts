/**
 * Keeps the Idempotency-Key of each request that was not answered yet in a file. A command that is repeated after a crash or a
 * lost answer finds the key of its first attempt, so the service acts only once (docs/command.md#15). Once the answer has been
 * shown, the key is forgotten, and the same command makes a new request.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '#document/text/digest.ts';
import { wrongUse } from '../../support/failure.ts';

/** The key of a request that may have to be repeated. */
interface PendingKey {
  key: string;
  /** Whether an earlier attempt left the key behind. */
  isRepeat: boolean;
  /** Forgets the key. Call it once the answer has been shown. */
  forget(): void;
}

/**
 * The longest time, in milliseconds, for which a key is kept. The service forgets a key after 31 days (docs/http.md#15), and
 * would take an older one for new.
 */
const longestMilliseconds = 29 * 24 * 3600 * 1000;

/**
 * Returns the key of a request: that of an earlier attempt without an answer, or a new one, which is on disk before this returns.
 * @param parts the facts that identify the request: address, tenant, credential id, route, body
 * @param now milliseconds since 1970
 * @throws Failure when the folder cannot be written
 */
export function pendingKey(folder: string, parts: readonly string[], now: number): PendingKey {
  const file = join(folder, sha256Hex(JSON.stringify(parts)));
  const forget = () => rmSync(file, { force: true });
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = statSync(file, { throwIfNoEntry: false });
    if (found && now - found.mtimeMs > longestMilliseconds) forget();
    const key = randomUUID();
    const isNew = create(file, key);
    return { key: isNew ? key : readKey(file), isRepeat: !isNew, forget };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw wrongUse(
      `This command cannot write ${folder} (${code}), where it keeps the keys of requests so that none is sent twice. ` +
        'Set XDG_STATE_HOME to a folder of yours.',
    );
  }
}

/** Creates a file unless it exists, so that two commands at the same time use one key. Returns whether it was created. */
function create(file: string, key: string): boolean {
  try {
    writeFileSync(file, key, { flag: 'wx', mode: 0o600, flush: true });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Returns the key in a file. A crash may have left the file empty before the key was sent; then a new key is written. */
function readKey(file: string): string {
  const text = readFileSync(file, 'utf8');
  if (/^[0-9a-f-]{36}$/.test(text)) return text;
  const key = randomUUID();
  writeFileSync(file, key, { mode: 0o600, flush: true });
  return key;
}
