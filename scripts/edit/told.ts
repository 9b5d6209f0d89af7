/** Runs the commands of editors: writes the message of a failure, sets the exit code, and can restore the content. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { EnvironmentError } from '#document/text/environment.ts';
import { writeContentFile } from '../../build/catalog/source/content-file.ts';
import { FolderLockError } from '../../build/publish/exclusive.ts';
import type { Host } from '../support/host.ts';

/** An error for a request that the command refuses. Its message says why, and what to do instead. */
export class Refused extends Error {}

/**
 * Runs a command. A refusal, a wrong setting or a busy folder is printed without a stack, with exit code 1; wrong arguments give
 * 2.
 * @throws any other error, which is a bug
 */
export async function told(host: Host, run: () => void | Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isUsage = String(code).startsWith('ERR_PARSE_ARGS');
    const isForeseen = [Refused, EnvironmentError, FolderLockError].some(each => error instanceof each);
    if (!isUsage && !isForeseen) throw error;
    host.stderr.write(`${message.trimEnd()}\n`);
    host.exitCode = isUsage ? 2 : 1;
  }
}

/** Keeps the bytes of files in memory. Returns a function that restores them, and removes files that did not exist. */
export function remembering(contentDir: string, names: readonly string[]): () => void {
  const before = names.map(name => {
    const path = join(contentDir, name);
    return { path, bytes: existsSync(path) ? readFileSync(path) : undefined };
  });
  return () => {
    for (const { path, bytes } of before)
      if (bytes) writeContentFile(path, bytes);
      else rmSync(path, { force: true });
  };
}
