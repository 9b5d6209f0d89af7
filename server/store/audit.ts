/** The record of what operators did: a row for each command, written before it runs. */
import { randomBytes } from 'node:crypto';
import type { Backend } from './database/backend.ts';
import type { AuditTable } from './database/tables.ts';

type AuditEntry = Omit<AuditTable, 'id' | 'arguments'> & { arguments: readonly string[] };

export interface AuditStore {
  /**
   * Records that a command begins.
   * @param milliseconds the time, since 1970
   * @returns the id of the entry
   */
  begin(entry: Pick<AuditEntry, 'os_user' | 'command' | 'arguments'>, milliseconds: number): Promise<string>;
  /** When the newest backup was made, in seconds since 1970; 0 where there is none. */
  lastBackup(): Promise<number>;
  end(id: string, outcome: 'done' | 'failed'): Promise<void>;
  /** The latest entries, newest first; those before one where its id is given. */
  latest(limit: number, before?: string): Promise<(AuditEntry & { id: string })[]>;
}

export function auditStore({ kysely }: Backend): AuditStore {
  return {
    begin: async (entry, milliseconds) => {
      const id = milliseconds.toString(16).padStart(12, '0') + randomBytes(6).toString('hex');
      const row = {
        ...entry,
        id,
        at: Math.floor(milliseconds / 1000),
        arguments: JSON.stringify(entry.arguments),
        outcome: 'begun' as const,
      };
      await kysely.insertInto('audit').values(row).execute();
      return id;
    },
    end: async (id, outcome) => {
      await kysely.updateTable('audit').set({ outcome }).where('id', '=', id).execute();
    },
    lastBackup: async () => {
      const found = await kysely
        .selectFrom('audit')
        .select(({ fn }) => fn.max('at').as('at'))
        .where('command', '=', 'backup')
        .where('outcome', '=', 'done')
        .executeTakeFirst();
      return Number(found?.at ?? 0);
    },
    latest: async (limit, before) => {
      const found = await kysely
        .selectFrom('audit')
        .select(['id', 'at', 'os_user', 'command', 'arguments', 'outcome'])
        .$if(before !== undefined, all => all.where('id', '<', before!))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return found.map(row => ({ ...row, arguments: JSON.parse(row.arguments) as string[] }));
    },
  };
}
