/**
 * How far an import is, as a file. An import that was killed finds the key of its last claim there. With that key the service
 * gives it the same leases again, so nothing has to expire first (docs/command.md#23).
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '#build/text/digest.ts';
import { Failure } from '../../support/failure.ts';
import type { Connection } from '../connection.ts';

/** A claim that may have been sent. */
interface Position {
  /** Its Idempotency-Key. */
  key: string;
  /** Runs that were handed back up to this number are not claimed again. */
  after: number;
}

export interface Journal {
  /** Where an earlier import stopped; a new position when there was none. */
  read(): Position;
  /** Notes the next claim, which is on disk when this returns. @throws Failure when it cannot be written */
  next(after: number): Position;
  forget(): void;
}

/** The journal of an import into an evaluation. @param folder where journals are kept */
export function openJournal(
  folder: string,
  { baseUrl, tenant, credential }: Connection,
  job: string,
): Journal {
  const file = join(folder, sha256Hex(JSON.stringify([baseUrl, tenant, credential, job])));
  const next = (after: number): Position => {
    const position = { key: randomUUID(), after };
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(`${file}.new`, JSON.stringify(position), { mode: 0o600, flush: true });
      renameSync(`${file}.new`, file);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new Failure(
        'wrongUse',
        `${folder} cannot be written (${code}). Set XDG_STATE_HOME to a folder of yours.`,
      );
    }
    return position;
  };
  return { read: () => positionIn(file) ?? next(0), next, forget: () => rmSync(file, { force: true }) };
}

function positionIn(file: string): Position | undefined {
  try {
    const { key, after } = JSON.parse(readFileSync(file, 'utf8')) as Position;
    return /^[0-9a-f-]{36}$/.test(key) && Number.isSafeInteger(after) ? { key, after } : undefined;
  } catch {
    return undefined;
  }
}
