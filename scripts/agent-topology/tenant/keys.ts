/**
 * The Idempotency-Key of each request that was not answered yet, as a file. A command that is repeated after a crash or a lost
 * answer finds the key of its first attempt, so that the service does nothing twice (docs/command.md#15). Once the answer has
 * been shown, the key is forgotten: the same command is a new request then.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '#document/text/digest.ts';
import { wrongUse } from '../../support/failure.ts';

/** A request that may have to be repeated. */
interface PendingKey {
  key: string;
  /** Whether an earlier attempt left it behind. */
  isRepeat: boolean;
  /** Forgets the key, once the answer has been shown. */
  forget(): void;
}

/** The service keeps an answer for 31 days (docs/http.md#15); an older key would be a new one to it. */
const longestMilliseconds = 29 * 24 * 3600 * 1000;

/**
 * Returns the key of a request: that of an earlier attempt without an answer, or a new one, which is on disk before this
 * returns.
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

/** Creates a file, unless there is one: two commands at once use one key. */
function create(file: string, key: string): boolean {
  try {
    writeFileSync(file, key, { flag: 'wx', mode: 0o600, flush: true });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Returns the key in a file. A key that a crash left empty was never sent, so a new one is written. */
function readKey(file: string): string {
  const text = readFileSync(file, 'utf8');
  if (/^[0-9a-f-]{36}$/.test(text)) return text;
  const key = randomUUID();
  writeFileSync(file, key, { mode: 0o600, flush: true });
  return key;
}
