/** The record of the operator's commands: a row for each command, which is written before the command runs. */
import { randomBytes } from 'node:crypto';
import { type Backend, insertRow, write } from './database/backend.ts';
import type { AuditTable } from './database/tables.ts';

type AuditEntry = Omit<AuditTable, 'id' | 'arguments'> & { arguments: readonly string[] };

export interface AuditStore {
  /**
   * Records that a command begins.
   * @param milliseconds the time, in milliseconds since 1970
   * @returns the id of the entry
   */
  begin(entry: Pick<AuditEntry, 'os_user' | 'command' | 'arguments'>, milliseconds: number): Promise<string>;
  /** Returns the time of the newest backup, in seconds since 1970, or 0 if there is none. */
  lastBackup(): Promise<number>;
  end(id: string, outcome: 'done' | 'failed'): Promise<void>;
  /**
   * Returns the latest entries, newest first.
   * @param before the id of an entry; only earlier ones are returned
   */
  latest(limit: number, before?: string): Promise<(AuditEntry & { id: string })[]>;
}

export function auditStore({ survey, transact }: Backend): AuditStore {
  return {
    begin: async (entry, milliseconds) => {
      const id = milliseconds.toString(16).padStart(12, '0') + randomBytes(6).toString('hex');
      const at = Math.floor(milliseconds / 1000);
      const row = { ...entry, id, at, arguments: JSON.stringify(entry.arguments), outcome: 'begun' };
      await transact(() => insertRow('audit', row));
      return id;
    },
    end: (id, outcome) => transact(() => write('UPDATE audit SET outcome = $2 WHERE id = $1', id, outcome)),
    lastBackup: async () => {
      const [found] = await survey<{ at: number | null }>(
        `SELECT max(at) AS at FROM audit WHERE command = 'backup' AND outcome = 'done'`,
      );
      return found?.at ?? 0;
    },
    latest: async (limit, before) => {
      // Ids consist of hexadecimal digits, which all come before the letter `g`.
      const found = await survey<AuditTable>(
        `SELECT id, at, os_user, command, arguments, outcome FROM audit WHERE id < $1 ORDER BY id DESC LIMIT $2`,
        before ?? 'g',
        limit,
      );
      return found.map(row => ({ ...row, arguments: JSON.parse(row.arguments) as string[] }));
    },
  };
}
