/** Accounts: what a tenant is entitled to, and what it has used. */
import type { LimitName } from '#document/message/account.ts';
import type { Backend } from './database/backend.ts';
import type { LockedTenant } from './mutation.ts';

/** An account as it is stored; limits that the operator did not set are absent. */
interface StoredAccount
  extends Pick<LockedTenant, 'candidates' | 'documents' | 'stored_bytes' | 'reserved_bytes' | 'last_event'> {
  plan: string;
  limits: Partial<Record<LimitName, number>>;
}

export interface AccountStore {
  read(tenantId: string): Promise<StoredAccount | undefined>;
  /** Sets limits, or returns them to their default with `undefined`. Returns false when there is no such tenant. */
  setLimits(tenantId: string, changes: ReadonlyMap<LimitName, number | undefined>): Promise<boolean>;
}

export function accountStore({ kysely, forUpdate }: Backend): AccountStore {
  return {
    read: async tenantId => {
      const row = await kysely
        .selectFrom('tenant')
        .select(['plan', 'limits', 'candidates', 'documents', 'stored_bytes', 'reserved_bytes', 'last_event'])
        .where('id', '=', tenantId)
        .executeTakeFirst();
      return row && { ...row, limits: JSON.parse(row.limits) };
    },
    setLimits: (tenantId, changes) =>
      kysely.transaction().execute(async database => {
        const found = database.selectFrom('tenant').select('limits').where('id', '=', tenantId);
        const row = await (forUpdate === '' ? found : found.forNoKeyUpdate()).executeTakeFirst();
        if (!row) return false;
        const limits = { ...JSON.parse(row.limits), ...Object.fromEntries(changes) };
        await database
          .updateTable('tenant')
          .set({ limits: JSON.stringify(limits) })
          .where('id', '=', tenantId)
          .execute();
        return true;
      }),
  };
}
